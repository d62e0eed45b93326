/** How mail programs head what they quote: "Original message" in our languages, a line, or the headers of a mail. */
const HEADS = new RegExp(
  '^\\s*(?:-{2,}\\s*(?:original message|oorspronkelijk bericht|message d.origine|message transféré|' +
    'ursprüngliche nachricht|forwarded message|doorgestuurd bericht|weitergeleitete nachricht)|_{10,}\\s*$)',
  'i',
);
const FROM = /^\s*\*?(?:from|van|de|von)\s?\*?:\s*\S/i;
const SENT = /^\s*\*?(?:sent|date|verzonden|datum|envoyé|gesendet|to|aan|à|an)\s?\*?:/i;
/** The line before a quotation, such as "Op ma 30 nov. 2026 om 10:00 schreef Nele:"; some programs break it. */
const INTRODUCTION = /:\s*$/;
const LONGEST_INTRODUCTION = 3;

/**
 * Parts the text of a mail into the words of its writer and what their mail program quoted below; a mail that is
 * nothing but a quotation has only words of its own.
 * @example ownWords('Yes.\n\nOn Monday Nele wrote:\n> Tuesday?') // { own: 'Yes.', quoted: 'On Monday …' }
 */
export function ownWords(text: string): { own: string; quoted: string } {
  const lines = text.split('\n');
  const at = quotationIn(lines);
  const own = lines.slice(0, at).join('\n').trim();
  return own ? { own, quoted: lines.slice(at).join('\n').trim() } : { own: text.trim(), quoted: '' };
}

/** The line with which the quotation at the end of a mail begins; the number of lines without one. */
function quotationIn(lines: readonly string[]): number {
  const head = lines.findIndex(
    (line, at) => HEADS.test(line) || (FROM.test(line) && lines.slice(at + 1, at + 4).some((next) => SENT.test(next))),
  );
  if (head >= 0) return head;
  // Words between quoted lines are replies to them: all of that is the writer's.
  const last = lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line));
  const first = lines.findIndex((line, at) => at > last && isQuoted(line));
  if (first < 0) return lines.length;
  const before = lines.slice(0, first).findLastIndex((line) => line.trim() !== '');
  if (before < 0 || !INTRODUCTION.test(lines[before] ?? '')) return first;
  const blank = lines.slice(0, before).findLastIndex((line) => line.trim() === '');
  return before - blank <= LONGEST_INTRODUCTION ? blank + 1 : before;
}

const isQuoted = (line: string) => line.startsWith('>');
