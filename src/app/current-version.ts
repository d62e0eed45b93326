import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Site } from '../content/site/site.ts';
import { type Labels, provideLabels } from '../i18n/labels.server.ts';

/** What services and mails read of a version. */
interface VersionContent {
  site: Site;
  labels: Labels;
}

/** The version that is shown: for a request the same one from its beginning to its end, else the latest one. */
export interface CurrentVersion<V extends VersionContent> {
  /** The site of the version at each use. */
  site: Site;
  latest(): V;
  /** From now on new requests see this version. */
  show(version: V): void;
  /** Handles a request: until its response has ended, everything that it causes sees the version that it began with. */
  handle(response: ServerResponse, work: (version: V) => void): void;
}

/** Opens the current version, and makes `labelsIn` give its labels. */
export function openCurrentVersion<V extends VersionContent>(first: V): CurrentVersion<V> {
  // A holder, because timers that a request starts must not keep its version in memory.
  const requests = new AsyncLocalStorage<{ version: V | null }>();
  let shown = first;
  const now = () => requests.getStore()?.version ?? shown;
  provideLabels((language) => now().labels(language));
  return {
    site: new Proxy({} as Site, {
      get: (_none, name) => Reflect.get(now().site, name),
      has: (_none, name) => Reflect.has(now().site, name),
      ownKeys: () => Reflect.ownKeys(now().site),
      getOwnPropertyDescriptor: (_none, name) => ({
        ...Reflect.getOwnPropertyDescriptor(now().site, name),
        configurable: true,
      }),
    }),
    latest: () => shown,
    show(version) {
      shown = version;
    },
    handle(response, work) {
      const held: { version: V | null } = { version: shown };
      response.once('close', () => {
        held.version = null;
      });
      requests.run(held, work, shown);
    },
  };
}
