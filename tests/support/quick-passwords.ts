import { fileURLToPath } from 'node:url';

const OPTION = `--import=${fileURLToPath(new URL('quick-passwords.mjs', import.meta.url))}`;

/** Lets every process that this one starts from now on hash passwords at a low cost (quick-passwords.mjs). */
export function quickPasswords(): void {
  const options = process.env.NODE_OPTIONS ?? '';
  if (!options.includes(OPTION)) process.env.NODE_OPTIONS = `${options} ${OPTION}`.trim();
}
