import fc from 'fast-check';

/**
 * Any character of Unicode, without halves of surrogate pairs. The `binary` unit of fast-check is the same, and lists
 * all of them first, which takes a second in each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));
