import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares two folders that tests/house/recorder.mjs or tests/house/pages.ts wrote, and prints each line and each file
 * that only one of them has. The order and the number of equal lines do not count.
 */
function linesOf(folder: string): Set<string> {
  const lines = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    const text = readFileSync(file, 'utf8');
    if (name.endsWith('.jsonl')) for (const line of text.split('\n')) lines.add(line);
    else lines.add(`${name}\n${text}`);
  }
  return lines;
}

const [before = '', after = ''] = process.argv.slice(2);
const [old, now] = [linesOf(before), linesOf(after)] as const;
const print = (sign: string, lines: string[]) => {
  for (const line of lines.sort()) console.log(`${sign} ${line.split('\n')[0]}`);
};
const lost = [...old].filter((line) => !now.has(line));
const added = [...now].filter((line) => !old.has(line));
print('-', lost);
print('+', added);
console.log(`${old.size} before, ${now.size} after; ${lost.length} only before, ${added.length} only after`);
process.exitCode = lost.length + added.length > 0 ? 1 : 0;
