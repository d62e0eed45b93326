import PQueue from 'p-queue';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import type { MediaDescription, MediaIndex } from '../../platform/media/media-index.server.ts';
import { isWholePicture, USABLE_PICTURE } from '../../platform/media/source-picture.server.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type Content, fieldOf, thingsOf, walk } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';

const AT_ONCE = 16;
const PANORAMA_TOLERANCE = 0.01;
const PANORAMA_WIDTH = 2000;

const warn = foundWith('warn', 'picture');

/** Reports pictures that are unreadable or too small, and photographs of properties without alternative text. */
export async function checkPictures(content: Content, index: Pick<MediaIndex, 'describe'>): Promise<ContentProblem[]> {
  const { checks } = content.settings;
  const alt = foundWith(checks.alternativeTexts, 'picture');
  const small = foundWith(checks.smallPictures, 'picture');
  const broken = foundWith('error', 'picture');
  const problems: ContentProblem[] = [];
  const pictures: FoundPicture[] = [];
  for (const [file, thing] of thingsOf(content)) {
    const found = remembered(memory, recordOf(thing), [file, checks], () => picturesIn(file, thing, alt));
    pictures.push(...found.pictures);
    problems.push(...found.problems);
  }
  // A picture is often used several times, and a process may open only so many files at once.
  const queue = new PQueue({ concurrency: AT_ONCE });
  const looked = new Map<string, Promise<{ facts: MediaDescription | null; isWhole: boolean }>>();
  const look = async (src: string) => {
    const facts = await index.describe(src);
    return { facts, isWhole: facts?.kind !== 'picture' || (await isWholePicture(facts.file)) };
  };
  await Promise.all(
    pictures.map(async ({ file, path, src }) => {
      const looking = looked.get(src) ?? queue.add(() => look(src));
      looked.set(src, looking);
      const { facts, isWhole } = await looking;
      const place = { file, field: fieldOf(path), path, found: shown(src) };
      if (!facts || !isWhole)
        problems.push(
          ...broken({
            ...place,
            allowed: `this is no whole ${USABLE_PICTURE} of at most 64 MB; replace it`,
          }),
        );
      else if (path[0] === 'Panoramas' && facts.kind === 'picture') problems.push(...panoramaProblems(facts, place));
      // A logo is shown small.
      else if (facts.kind === 'picture' && facts.width < checks.pictureWidth && !path.includes('logo'))
        problems.push(
          ...small({
            ...place,
            allowed: `it is ${facts.width} pixels wide; photographs need ${checks.pictureWidth} to look sharp`,
          }),
        );
    }),
  );
  return problems.sort((a, b) => a.file.localeCompare(b.file, 'en', { numeric: true }));
}

/** What a 360° photograph needs: both halves of the sphere, and enough pixels for the part that is seen at once. */
function panoramaProblems(
  { width, height }: MediaDescription,
  place: Pick<ContentProblem, 'file' | 'field' | 'found'>,
): ContentProblem[] {
  if (Math.abs(width / height / 2 - 1) > PANORAMA_TOLERANCE)
    return warn({
      ...place,
      allowed:
        `it is ${width} x ${height} pixels; a 360° photograph is twice as wide as high, else it looks bent; ` +
        'export it as equirectangular (2:1), or move it to XLargePictureItems',
    });
  if (width >= PANORAMA_WIDTH) return [];
  return warn({
    ...place,
    allowed:
      `it is ${width} pixels wide; a 360° photograph needs ${PANORAMA_WIDTH} to look sharp; ` +
      'export it larger, 4000 if possible',
  });
}

interface FoundPicture {
  file: string;
  path: readonly (string | number)[];
  src: string;
}
interface FoundPictures {
  pictures: FoundPicture[];
  problems: ContentProblem[];
}

const memory: Memory<FoundPictures> = new WeakMap();

/** The pictures of a thing, and those of properties without alternative text. */
function picturesIn(file: string, thing: unknown, alt: ReturnType<typeof foundWith>): FoundPictures {
  const [pictures, problems]: [FoundPicture[], ContentProblem[]] = [[], []];
  walk(thing, (value, path) => {
    const { src, Url, Name } = recordOf(value);
    const key = typeof Url === 'string' ? 'Url' : 'src';
    const picture = typeof Url === 'string' ? Url : src;
    if (typeof picture !== 'string') return undefined;
    pictures.push({ file, path: [...path, key], src: picture });
    if (key === 'Url' && !Object.values(recordOf(Name)).some(Boolean))
      problems.push(
        ...alt({
          file,
          field: fieldOf([...path, 'Name']),
          found: 'nothing',
          allowed: 'say what the picture shows, for people who cannot see it',
        }),
      );
    return undefined;
  });
  return { pictures, problems };
}
