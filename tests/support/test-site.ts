import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeProblem } from '../../src/content/files/problems.ts';
import { buildVersion, compressVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { addOddContent } from './odd-content.ts';

export const projectDir = fileURLToPath(new URL('../..', import.meta.url));

/** The content of the agency that the tests own; no test outside tests/demo reads the demo agency. */
export const agencyDir = join(projectDir, 'tests/fixtures/agency');

/** The public URL that the version is built for; it differs from that of the server, so that a mix-up shows. */
export const SITE_URL = 'https://www.proefhof.example';

/** A version that was built for the tests, and the server that shows it. */
export interface TestSite {
  url: string;
  contentDir: string;
  dataDir: string;
  versionDir: string;
  /** What the server complained of; empty while all is well. */
  logFile: string;
}

/** Copies the content of the tests' agency, or a part of it, without the files that commands write. */
export function copyContent(to: string, wanted: (path: string) => boolean = () => true): void {
  cpSync(agencyDir, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/agency\/schemas$/.test(path) && wanted(path),
  });
}

/** The folders of a test version that is built; of the one of the journeys, unless another one is named. */
export function builtSite(root = dirname(process.env.DORPEL_TEST_LOG ?? '')) {
  const dataDir = join(root, 'data');
  const versionDir = openVersions(dataDir).folderOf(readFileSync(join(root, 'built'), 'utf8'));
  return { contentDir: join(root, 'content'), dataDir, versionDir };
}

/**
 * Builds the test version in a folder unless it is there already; returns its folders. All runners share the folder
 * DORPEL_TEST_ROOT.
 */
export async function buildTestSite(root: string): Promise<ReturnType<typeof builtSite>> {
  const [contentDir, dataDir, mark] = [join(root, 'content'), join(root, 'data'), join(root, 'built')];
  if (!existsSync(mark)) {
    const started = Date.now();
    rmSync(contentDir, { recursive: true, force: true });
    copyContent(contentDir);
    addOddContent(contentDir);
    const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
    if (!result.ok)
      throw new Error(
        `The test site cannot be built:\n${result.problems.map(describeProblem).join('\n')}\n${result.output}`,
      );
    await compressVersion(dataDir, result.versionId);
    console.log(`Test site: ${result.pages} pages in ${Math.round((Date.now() - started) / 1000)} s.`);
    writeFileSync(mark, result.versionId);
  }
  return builtSite(root);
}

/** Serves the test version on a free port, and builds it if that was not done yet. */
export async function openTestSite(): Promise<{ site: TestSite; close: () => Promise<void> }> {
  const shared = process.env.DORPEL_TEST_ROOT;
  const root = shared ?? mkdtempSync(join(tmpdir(), 'dorpel-test-'));
  const { contentDir, dataDir, versionDir } = await buildTestSite(root);
  const logFile = join(root, `server-${process.pid}.log`);
  const { port, stop } = await serveVersion({ versionDir, contentDir, dataDir, logFile });
  return {
    site: { url: `http://127.0.0.1:${port}`, contentDir, dataDir, versionDir, logFile },
    async close() {
      await stop();
      if (!shared) rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Starts the server process of a version on a free port. */
export async function serveVersion({
  versionDir,
  contentDir,
  dataDir,
  logFile,
  siteUrl = SITE_URL,
}: {
  versionDir: string;
  contentDir: string;
  dataDir: string;
  logFile: string;
  siteUrl?: string;
}) {
  writeFileSync(logFile, '');
  const child = fork(join(projectDir, 'src/app/worker.ts'), [], {
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      DORPEL_VERSION_DIR: versionDir,
      CONTENT_DIR: contentDir,
      DATA_DIR: dataDir,
      SITE_URL: siteUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const keep = (chunk: Buffer) => writeFileSync(logFile, chunk, { flag: 'a' });
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message: { listening?: number; failed?: string }) =>
      message.listening ? resolve(message.listening) : reject(new Error(message.failed)),
    );
    child.on('exit', (code) =>
      reject(new Error(`The server of the tests ended (${code}):\n${readFileSync(logFile, 'utf8')}`)),
    );
  });
  return { port, stop: () => stopped(child) };
}

/** Ends a process of the tests and waits for it. */
export function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const late = setTimeout(() => child.kill('SIGKILL'), 5000);
    child.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
