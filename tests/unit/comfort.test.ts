import { describe, expect, test } from 'vitest';
import { comfortScript, readComfort, writeComfort } from '../../src/features/comfort/stored-comfort.ts';

describe('a stored choice of text size and contrast', () => {
  test.each([
    ['130', { size: 130, isContrast: false }],
    ['150 more', { size: 150, isContrast: true }],
    ['100 more', { size: 100, isContrast: true }],
  ] as const)('%s is read and written', (text, comfort) => {
    expect(readComfort(text)).toEqual(comfort);
    expect(writeComfort(comfort)).toBe(text);
  });

  test('that is unknown is the usual one, for which nothing is stored', () => {
    for (const text of [null, '', '99', '1e9', '130px', 'more', '<b>']) {
      expect(readComfort(text), String(text)).toEqual({ size: 100, isContrast: false });
    }
    expect(writeComfort({ size: 100, isContrast: false })).toBe('');
  });
});

/** What the script in the head writes and sets in a browser with this choice. */
function runWith(stored: string | undefined | Error): { written: string; comfort: string | undefined } {
  const document = {
    documentElement: { dataset: {} as Record<string, string> },
    written: '',
    write: (html: string) => {
      document.written += html;
    },
  };
  const localStorage = {
    get comfort() {
      if (stored instanceof Error) throw stored;
      return stored;
    },
  };
  // The text of an inline script, which runs in a page and not as a module.
  new Function('document', 'localStorage', comfortScript('/text.css', '/contrast.css'))(document, localStorage);
  return { written: document.written, comfort: document.documentElement.dataset.comfort };
}

describe('the script in the head', () => {
  test.each([
    ['130', ['/text.css']],
    ['150 more', ['/text.css', '/contrast.css']],
    ['100 more', ['/contrast.css']],
  ] as const)('applies %s before the first paint, with its style sheets only', (stored, sheets) => {
    const { written, comfort } = runWith(stored);
    expect(comfort).toBe(stored);
    expect(written).toBe(sheets.map((href) => `<link rel=stylesheet href=${href}>`).join(''));
  });

  test('does nothing without a choice, and where storage is switched off', () => {
    for (const stored of [undefined, new Error('The operation is insecure')])
      expect(runWith(stored)).toEqual({ written: '', comfort: undefined });
  });

  test('writes nothing of what is stored into the page', () => {
    expect(runWith('"><script>alert(1)</script> more').written).not.toContain('alert');
  });
});
