import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The keys that journeys press by name. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight' | 'ArrowDown';

/** One fresh browser window without cookies, storage and history. */
export interface Driver {
  /** Opens a URL and returns when its load event has been. */
  open: (url: string) => Promise<void>;
  /** Evaluates an expression in the page; its value, or what its promise gives, comes back as JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Presses and releases the mouse at a point of the window. */
  click: (x: number, y: number) => Promise<void>;
  /** Types a text into the element that has the focus. */
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** Errors of scripts, console and policy that the browser reported until now. */
  complaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** A browser that runs. */
export interface Engine {
  version: string;
  /** A new window, whose inside is as wide and as high as asked. */
  window: (width: number, height: number) => Promise<Driver>;
  stop: () => Promise<void>;
}

/** The code points of named keys in the W3C WebDriver standard. */
const CODE_POINTS: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** A click as WebDriver and WebDriver BiDi describe it. */
export const clickActions = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

/** Keys pressed and released one after the other, as WebDriver and WebDriver BiDi describe them. */
export const keyActions = (keys: string | Key) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: (keys in CODE_POINTS ? [CODE_POINTS[keys as Key]] : [...keys]).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

/** The program of a name on the PATH, or null. */
export function programOnPath(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/** Waits until a program says something that matches, and gives the match; fails when it ends or says nothing. */
export function heard(
  { stream, ended, name }: { stream: NodeJS.ReadableStream; ended: Promise<unknown>; name: string },
  words: RegExp,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`${name} did not start: ${said}`)), 30_000);
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const match = words.exec(said);
      if (!match) return;
      clearTimeout(late);
      resolve(match);
    });
    ended.then(() => reject(new Error(`${name} ended: ${said}`)));
  });
}
