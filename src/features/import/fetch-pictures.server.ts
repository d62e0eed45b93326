import type { Remark } from '../../i18n/remark.server.ts';
import type { NumberedProperty } from './import-ids.server.ts';
import type { openPictureStore } from './picture-store.server.ts';

/** Fetches the pictures of properties that are not stored yet; the URLs of those that failed have no query. */
export async function fetchPictures(
  properties: readonly NumberedProperty[],
  store: ReturnType<typeof openPictureStore>,
  onPicture: (done: number, all: number) => void,
): Promise<{ fetched: number; failed: { id: number; source: string; reason: Remark }[] }> {
  // One photograph may belong to several properties.
  const wanted = new Map(
    properties.flatMap(({ id, pictures }) =>
      pictures.map((picture) => [picture.key ?? picture.source, { id, picture }] as const),
    ),
  );
  const before = new Map([...wanted].map(([key, { picture }]) => [key, store.known(picture)]));
  const missing = [...wanted].filter(([key, { picture }]) => before.get(key) === null || store.isStale(picture));
  const failed: { id: number; source: string; reason: Remark }[] = [];
  let [done, fetched] = [0, 0];
  await Promise.all(
    missing.map(async ([key, { id, picture }]) => {
      const result = await store.fetch(picture);
      if (result.ok && result.path !== before.get(key)) fetched += 1;
      if (!result.ok) failed.push({ id, source: withoutQuery(picture.source), reason: result.reason });
      done += 1;
      onPicture(done, missing.length);
    }),
  );
  return { fetched, failed };
}

/** The pictures that are neither stored nor beside the export; those on the web are not asked for. */
export function absentPictures(
  properties: readonly NumberedProperty[],
  store: ReturnType<typeof openPictureStore>,
): { id: number; source: string; reason: Remark }[] {
  return properties.flatMap(({ id, pictures }) =>
    pictures.flatMap((picture) => {
      const reason = store.absence(picture);
      return reason ? [{ id, source: withoutQuery(picture.source), reason }] : [];
    }),
  );
}

/** A URL as a message shows it: what follows the question mark may be a signature. */
const withoutQuery = (url: string): string => url.split('?')[0]!;
