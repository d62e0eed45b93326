import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/start-site.ts';
import { clickActions, type Engine, heard, keyActions, programOnPath } from './engine.ts';

/** Without it the buttons of the window keep the page wider than the narrowest phone. */
const NARROW_BUTTONS = '* { min-width: 0; margin: 0; padding: 0 }\n';
/** WebKitGTK's driver reports no error: each page keeps its own, from the first command after its load event on. */
const LISTEN = `if (!window.engineComplaints) {
  const said = (window.engineComplaints = []);
  const native = console.error.bind(console);
  console.error = (...words) => { said.push('console: ' + words.join(' ')); native(...words); };
  addEventListener('error', (event) => said.push('script: ' + event.message));
  addEventListener('unhandledrejection', (event) => said.push('promise: ' + event.reason));
  addEventListener('securitypolicyviolation', (event) =>
    said.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
}`;

/** The programs that WebKitGTK needs here: its driver, and a display. */
export const webkitPrograms = () => ({ driver: programOnPath('WebKitWebDriver'), display: programOnPath('Xvfb') });

/** Starts WebKitGTK on a display of its own, driven by W3C WebDriver. */
export async function startWebkit(): Promise<Engine> {
  const { driver, display } = webkitPrograms();
  const settings = mkdtempSync(join(tmpdir(), 'dorpel-webkit-'));
  mkdirSync(join(settings, 'gtk-3.0'));
  writeFileSync(join(settings, 'gtk-3.0/gtk.css'), NARROW_BUTTONS);
  const screen = spawn(display ?? 'Xvfb', ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [, number] = await heard(
    { stream: screen.stdio[3] as NodeJS.ReadableStream, ended: over(screen), name: 'Xvfb' },
    /(\d+)\n/,
  );
  const port = await freePort();
  const child = spawn(driver ?? 'WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, XDG_CONFIG_HOME: settings, XDG_CACHE_HOME: settings, LANG: 'nl_BE' },
    stdio: 'ignore',
  });
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = (await response.json()) as { value: Record<string, never> & { error?: string } };
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await eventually(() => send('GET', '/status'));
  const status = await newSession(send);
  await send('DELETE', status.path);
  return {
    version: status.version,
    async stop() {
      for (const one of [child, screen]) {
        const ended = over(one);
        one.kill();
        await ended;
      }
      rmSync(settings, { recursive: true, force: true });
    },
    async window(width, height) {
      const { path } = await newSession(send);
      const complaints: string[] = [];
      const evaluate = async (expression: string): Promise<unknown> => {
        const text = await send('POST', `${path}/execute/async`, {
          script: `${LISTEN}
            const end = (result) => arguments[arguments.length - 1](
              JSON.stringify({ ...result, said: window.engineComplaints.splice(0) }));
            Promise.resolve().then(() => (${expression})).then(
              (value) => end({ value }), (error) => end({ error: String(error) }))`,
          args: [],
        });
        const { value, error, said } = JSON.parse(String(text)) as { value?: unknown; error?: string; said: string[] };
        complaints.push(...said);
        if (error) throw new Error(error);
        return value;
      };
      const outer = { x: 0, y: 0, width, height };
      await send('POST', `${path}/window/rect`, outer);
      const inner = (await evaluate('[innerWidth, innerHeight]')) as [number, number];
      await send('POST', `${path}/window/rect`, { ...outer, height: height + (height - inner[1]) });
      if (inner[0] !== width) throw new Error(`WebKitGTK makes no window of ${width} px: it has ${inner[0]} px.`);
      const act = (actions: object[]) => send('POST', `${path}/actions`, { actions });
      return {
        open: (url) =>
          send('POST', `${path}/url`, { url })
            .then(() => evaluate('null'))
            .then(() => {}),
        evaluate,
        click: (x, y) => act(clickActions(x, y)).then(() => {}),
        type: (text) => act(keyActions(text)).then(() => {}),
        press: (key) => act(keyActions(key)).then(() => {}),
        complaints: () => evaluate('null').then(() => complaints),
        close: () => send('DELETE', path).then(() => {}),
      };
    },
  };
}

type Send = (method: string, path: string, body?: object) => Promise<Record<string, never>>;

async function newSession(send: Send): Promise<{ path: string; version: string }> {
  const { sessionId, capabilities } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { timeouts: { script: 5000 } } },
  })) as unknown as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  return { path: `/session/${sessionId}`, version: capabilities.browserVersion };
}

const over = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
