import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** One line of a Dockerfile. */
interface Instruction {
  name: string;
  words: string;
}

/** What a Dockerfile makes: the folder of its last stage, and how it is started. */
export interface Image {
  root: string;
  variables: Record<string, string>;
  user: string;
  workDir: string;
  command: string[];
  healthCheck: string[];
}

const run = (command: string, ...words: string[]) =>
  execFileSync(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });

/** A machine may reach the registry through a proxy with a certificate of its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Reads the instructions of a Dockerfile. */
export function instructionsOf(text: string): Instruction[] {
  return text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', words = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { name, words };
    });
}

/** A Debian system with Node and npm under /usr/local and the user `node`, as the official image has them. */
export function makeBase(folder: string, node: string): void {
  run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', folder);
  mkdirSync(join(folder, 'usr/local/lib/node_modules'), { recursive: true });
  copyFileSync(node, join(folder, 'usr/local/bin/node'));
  run('chmod', '755', join(folder, 'usr/local/bin/node'));
  const npm = resolve(dirname(realpathSync('/usr/bin/npm')), '..');
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
  for (const file of ['etc/resolv.conf', CERTIFICATES.slice(1)]) copyFileSync(`/${file}`, join(folder, file));
  run('chroot', folder, 'useradd', '--uid', '1000', '--create-home', 'node');
}

/** Runs the instructions of a Dockerfile in copies of a base, without Docker. */
export function buildImage({ base, projectDir, folder }: { base: string; projectDir: string; folder: string }): Image {
  const ignored = readFileSync(join(projectDir, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const stages = new Map<string, string>();
  let image: Image | undefined;
  for (const { name, words } of instructionsOf(readFileSync(join(projectDir, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const stage = / AS (\S+)/i.exec(words)?.[1] ?? 'last';
      const root = join(folder, stage);
      run('cp', '-a', base, root);
      stages.set(stage, root);
      const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
      image = { root, variables: { PATH: path }, user: '0', workDir: '/', command: [], healthCheck: [] };
    } else if (image) step(image, { name, words }, { projectDir, ignored, stages });
  }
  return image!;
}

function step(
  image: Image,
  { name, words }: Instruction,
  { projectDir, ignored, stages }: { projectDir: string; ignored: string[]; stages: Map<string, string> },
): void {
  const { root, variables, workDir } = image;
  if (name === 'ENV') {
    for (const [, key = '', value = ''] of words.matchAll(/(\w+)=(\S+)/g)) variables[key] = value;
  } else if (name === 'WORKDIR') {
    image.workDir = words;
    mkdirSync(join(root, words), { recursive: true });
  } else if (name === 'USER') image.user = words;
  else if (name === 'RUN') {
    const environment = Object.entries({ ...variables, HOME: '/root', NODE_EXTRA_CA_CERTS: CERTIFICATES }).map(
      ([key, value]) => `${key}=${value}`,
    );
    run('chroot', root, '/usr/bin/env', '-i', '-C', workDir, ...environment, 'sh', '-c', words);
  } else if (name === 'COPY') {
    const [flags = '', from] = /^--from=(\S+) /.exec(words) ?? [];
    const paths = words.slice(flags.length).split(/\s+/);
    const target = resolve(workDir, paths.at(-1)!);
    for (const path of paths.slice(0, -1)) {
      const source = from ? join(stages.get(from)!, path) : join(projectDir, path);
      // The content of a folder is copied, a file goes below a target that ends in a slash.
      const to = paths.at(-1)!.endsWith('/') ? join(root, target, path) : join(root, target);
      const names = path === '.' ? readdirSync(source).filter((one) => !ignored.includes(one)) : [''];
      for (const one of names) run('cp', '-a', '--no-preserve=ownership', join(source, one), join(to, one));
    }
  } else if (name === 'CMD') image.command = JSON.parse(words) as string[];
  else if (name === 'HEALTHCHECK') image.healthCheck = JSON.parse(words.slice(words.indexOf('CMD') + 3)) as string[];
  else if (!['VOLUME', 'EXPOSE'].includes(name)) throw new Error(`This trial does not know ${name} of the Dockerfile.`);
}

/** A shell script that starts a command in an image: its file system read-only, /tmp in memory, `volume` at /data. */
export function startScript(image: Image, file: string, volume: string, more: Record<string, string>): void {
  const variables = Object.entries({ ...image.variables, ...more, HOME: '/tmp' });
  writeFileSync(
    file,
    [
      '#!/bin/sh',
      `mount --bind ${image.root} ${image.root}`,
      `mount --bind ${volume} ${image.root}/data`,
      `mount -t tmpfs tmpfs ${image.root}/tmp`,
      `mount -t proc proc ${image.root}/proc`,
      `mount --rbind /dev ${image.root}/dev`,
      `mount -o remount,ro,bind ${image.root}`,
      `exec chroot --userspec=${image.user}:${image.user} ${image.root} /usr/bin/env -i -C ${image.workDir} \\`,
      `  ${variables.map(([key, value]) => `${key}=${value}`).join(' ')} "$@"`,
      '',
    ].join('\n'),
    { mode: 0o755 },
  );
}
