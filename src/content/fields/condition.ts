/** Whether a condition holds, and what is wrong with it when it cannot be parsed. */
export interface Verdict {
  holds: boolean;
  problem: string | null;
}

type Value = { kind: 'number'; value: number } | { kind: 'boolean'; value: boolean } | { kind: 'text'; value: string };

const CONDITION = /^([A-Za-z_]\w*)(?:\s*(!=|<=|>=|=|<|>)\s*|\s+(contains)\s+)([^\s=<>!].*)$/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const QUOTED = /^"([^"]*)"$/;
const BARE_WORD = /^[\p{L}\p{N}_.+-]+$/u;

function readValue(text: string): Value | null {
  if (NUMBER.test(text)) return { kind: 'number', value: Number(text) };
  if (text === 'true' || text === 'false') return { kind: 'boolean', value: text === 'true' };
  const word = QUOTED.exec(text)?.[1] ?? (BARE_WORD.test(text) ? text : null);
  return word === null ? null : { kind: 'text', value: word };
}

/** The sign of fact minus value, or null when the two cannot be compared. */
function compare(fact: unknown, { kind, value }: Value): number | null {
  if (kind === 'boolean') return typeof fact === 'boolean' ? Number(fact) - Number(value) : null;
  if (typeof fact !== 'number' && typeof fact !== 'string') return null;
  if (kind === 'text') return String(fact) === value ? 0 : typeof fact === 'string' ? (fact < value ? -1 : 1) : null;
  // Feeds also write numbers as text: "1850" is 1850.
  const number = typeof fact === 'string' && !NUMBER.test(fact.trim()) ? Number.NaN : Number(fact);
  return Number.isNaN(number) ? null : Math.sign(number - value);
}

function contains(fact: unknown, value: Value): boolean {
  if (Array.isArray(fact)) return fact.some((part) => compare(part, value) === 0);
  return typeof fact === 'string' && fact.includes(String(value.value));
}

/**
 * Whether a condition `field operator value` holds for facts. One that cannot be parsed is false, with the reason. An
 * absent field is unequal to everything.
 * @example holds('Goal = 1', { Goal: 1 }) // { holds: true, problem: null }
 */
export function holds(condition: string, facts: Readonly<Record<string, unknown>>): Verdict {
  const [, field = '', sign, word, text = ''] = CONDITION.exec(condition.trim()) ?? [];
  const value = readValue(text);
  if (!value) {
    return {
      holds: false,
      problem: `Cannot read the condition "${condition}"; write field operator value, such as "Goal = 1"`,
    };
  }
  const fact = Object.hasOwn(facts, field) ? facts[field] : undefined;
  const order = compare(fact, value);
  const results: Readonly<Record<string, boolean>> = {
    '=': order === 0,
    '!=': order !== 0,
    '<': order === -1,
    '<=': order === -1 || order === 0,
    '>': order === 1,
    '>=': order === 1 || order === 0,
    contains: contains(fact, value),
  };
  return { holds: results[sign ?? word ?? ''] ?? false, problem: null };
}
