import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { missingFile } from '../../src/content/files/check-references.server.ts';
import { testFolder } from '../support/folder.ts';

/** A content folder with these files, which are empty. */
function contentWith(...files: string[]): string {
  const contentDir = testFolder();
  for (const file of files) {
    mkdirSync(dirname(join(contentDir, file)), { recursive: true });
    writeFileSync(join(contentDir, file), '');
  }
  return contentDir;
}

test.each(['media', 'documents'] as const)('of a file that is missing in %s the likely one is named', (folder) => {
  const contentDir = contentWith(`${folder}/photos/IMG_0001.JPG`, `${folder}/photos/tuin.jpg`);
  expect(missingFile(folder, 'photos/img_0001.jpg', contentDir).meant).toBe('photos/IMG_0001.JPG');
  expect(missingFile(folder, 'photos/tuinn.jpg', contentDir).meant).toBe('photos/tuin.jpg');
  expect(missingFile(folder, 'een/heel/ander/bestand.pdf', contentDir).meant).toBeUndefined();
});

test('a name that differs by the accents of macOS alone is said to be there', () => {
  const contentDir = contentWith(`media/${'photos/Keuken geëtst.jpg'.normalize('NFD')}`);
  const { allowed, meant } = missingFile('media', 'photos/Keuken geëtst.jpg'.normalize('NFC'), contentDir);
  expect(allowed).toMatch(/^media\/ has this file with its accents .* macOS/);
  // It looks the same, so it would say nothing.
  expect(meant).toBeUndefined();
});

test('a folder that is not there has no likely file', () => {
  expect(missingFile('documents', 'epc.pdf', testFolder())).toEqual({
    allowed: 'this document is not in documents/; nobody can open it',
    meant: undefined,
  });
});
