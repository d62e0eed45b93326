import { createHash } from 'node:crypto';
import type { FactDigests } from '../content/site/fact-digests.server.ts';
import type { WantedPage } from './bundle/page-entry.ts';
import { type MadePage, openUses } from './made-pages.ts';
import type { PageStore } from './page-store.ts';
import type { StoredPage } from './page-thread.ts';

/** A thread always has its next page. */
const AT_ONCE = 8;

/** Renders a page and stores it. */
export type MakePage = (page: WantedPage) => Promise<StoredPage>;

/**
 * Makes all pages of a site, except those that `before` has, that were made by the same bundle, and whose facts are the
 * same; `rendered` are the paths of the others.
 */
export async function makePages({
  all,
  makerFor,
  before,
  digestOf,
  store,
  onPage = () => {},
}: {
  all: readonly WantedPage[];
  /** Gives what makes this number of pages. */
  makerFor: (pages: number) => MakePage;
  before: ReadonlyMap<string, MadePage>;
  digestOf: FactDigests;
  store: PageStore;
  onPage?: ((done: number, all: number) => void) | undefined;
}): Promise<{ pages: Map<string, MadePage>; rendered: string[] }> {
  const keyOf = pageKeys(digestOf);
  const divided = openUses(before);
  const made = new Map<string, MadePage>();
  const left = all.filter((page) => {
    const known = before.get(page.path);
    if (!known || known.key !== keyOf(known) || !store.has(known.hash)) return true;
    made.set(page.path, known);
    return false;
  });
  const make = makerFor(left.length);
  let [next, done] = [0, 0];
  const work = async () => {
    while (next < left.length) {
      const page = left[next++]!;
      const { hash, images, uses } = await make(page);
      const used = divided(uses);
      made.set(page.path, { hash, images, ...used, key: keyOf(used) });
      done += 1;
      onPage(done, left.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // In the order of the routes, so that equal versions have equal manifests.
  return {
    pages: new Map(all.map(({ path }) => [path, made.get(path)!])),
    rendered: left.map(({ path }) => path),
  };
}

/** Gives the key of what a page used: equal only while all these facts are equal. */
function pageKeys(digestOf: FactDigests): (page: Pick<MadePage, 'common' | 'own'>) => string {
  const add = (names: readonly string[], first = '') =>
    names.reduce((hash, name) => hash.update(`${name} ${digestOf(name)}\n`), createHash('sha1').update(first));
  // Pages of one kind have the same array.
  const shared = new WeakMap<readonly string[], string>();
  return ({ common, own }) => {
    const first = shared.get(common) ?? add(common).digest('base64url');
    shared.set(common, first);
    return add(own, first).digest('base64url').slice(0, 16);
  };
}
