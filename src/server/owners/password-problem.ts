import { zxcvbn, zxcvbnOptions } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_LENGTH } from './owner-auth.ts';

zxcvbnOptions.setOptions({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
/** Below this a password stands in a list, repeats itself, follows the keyboard or is made of what is known of the owner. */
const FEWEST_GUESSES = 1e8;

/** Why a password is refused; no rules about which signs it has. */
export function passwordProblem(password: string, known: readonly string[] = []): 'short' | 'long' | 'common' | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.least) return 'short';
  if (password.length > PASSWORD_LENGTH.most) return 'long';
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  return zxcvbn(password, words).guesses < FEWEST_GUESSES ? 'common' : null;
}
