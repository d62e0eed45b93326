/** Small words that stay in lower case inside the name of a town. */
const PARTICLES = new Set(
  'aan an aux bij d de den der des du en et het l la le les lez op s sous sur t ten ter van'.split(' '),
);

const capitalised = (word: string) =>
  word.startsWith('ij') ? `IJ${word.slice(2)}` : word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The name of a town with correct capitals, when a feed wrote it all in capitals or all in lower case.
 * @example cityName('KAPELLE-OP-DEN-BOS') // 'Kapelle-op-den-Bos'
 * @example cityName('SINT-JOOST-TEN-NODE') // 'Sint-Joost-ten-Node'
 */
export function cityName(name: string): string {
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name;
  let isFirst = true;
  return name.toLowerCase().replace(/(['’]?)([\p{L}\p{M}]+)/gu, (_, mark: string, word: string) => {
    // With an apostrophe before it, even the first word is in lower case: 's-Gravenvoeren.
    const isSmall = PARTICLES.has(word) && (!isFirst || mark !== '');
    isFirst = false;
    return mark + (isSmall ? word : capitalised(word));
  });
}
