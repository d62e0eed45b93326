import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clickActions, type Engine, heard, keyActions, programOnPath } from './engine.ts';

/** No updates, no first pages, no reports: the browser contacts nobody. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'nl-BE, nl',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#',
};

/** Where Firefox is, or null. */
export const firefoxProgram = () => programOnPath('firefox-esr', 'firefox');

interface Message {
  id?: number;
  type: string;
  error?: string;
  message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each command and event has a shape of its own
  result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: each command and event has a shape of its own
  params?: any;
}

/** Starts Firefox, driven by WebDriver BiDi, which it speaks without another program. */
export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'dorpel-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const child = spawn(
    firefoxProgram() ?? 'firefox',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' } },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const [, url] = await heard({ stream: child.stderr, ended, name: 'Firefox' }, /WebDriver BiDi listening on (\S+)/);
  const { send, follow, close } = await connect(`${url}/session`);
  const { capabilities } = await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    version: capabilities.browserVersion,
    async stop() {
      await send('browser.close', {}).catch(() => child.kill());
      close();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
    async window(width, height) {
      const { userContext } = await send('browser.createUserContext', {});
      const { context } = await send('browsingContext.create', { type: 'tab', userContext });
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
      const said: string[] = [];
      const unfollow = follow((params) => {
        if (params.source?.context === context && params.level === 'error') said.push(`${params.type}: ${params.text}`);
      });
      const act = (actions: object[]) => send('input.performActions', { context, actions });
      return {
        open: (target) => send('browsingContext.navigate', { context, url: target, wait: 'complete' }),
        async evaluate(expression) {
          const { type, result, exceptionDetails } = await send('script.evaluate', {
            expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`,
            target: { context },
            awaitPromise: true,
          });
          if (type !== 'success') throw new Error(exceptionDetails.text);
          return JSON.parse(result.value);
        },
        click: (x, y) => act(clickActions(x, y)),
        type: (text) => act(keyActions(text)),
        press: (key) => act(keyActions(key)),
        complaints: async () => said,
        async close() {
          unfollow();
          await send('browser.removeUserContext', { userContext });
        },
      };
    },
  };
}

/** A connection over which commands are sent and events of the log come. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve: (result: Message['result']) => void; reject: (error: Error) => void }>();
  const followers = new Set<(params: Message['params']) => void>();
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`Firefox does not take a connection at ${url}`));
  });
  socket.onmessage = ({ data }) => {
    const { id, type, error, message, result, params } = JSON.parse(String(data)) as Message;
    if (id === undefined) {
      for (const follower of followers) follower(params);
      return;
    }
    if (type === 'error') waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  };
  return {
    send: (method: string, params: object) =>
      new Promise<Message['result']>((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    follow(follower: (params: Message['params']) => void) {
      followers.add(follower);
      return () => followers.delete(follower);
    },
    close: () => socket.close(),
  };
}
