import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode } from '../log/error-facts.ts';
import { rememberedSiteUrl } from './remembered-url.server.ts';
import { OPERATOR_SETTINGS } from './settings-schema.server.ts';

/** The variable with which `--env` hands the name of its file to the processes that a command starts. */
export const ENV_FILE = 'DORPEL_ENV_FILE';

/** The values of the settings, and the file of those that come from one; the others are variables of the process. */
export interface Sources {
  values: Readonly<Record<string, string | undefined>>;
  files: Readonly<Record<string, string>>;
}

/**
 * Reads where settings can come from. A variable of the process wins over the file, also when it is empty; the public
 * address that the data folder remembers comes last.
 */
export function readSources(variables: Readonly<Record<string, string | undefined>> = process.env): Sources {
  const named = variables[ENV_FILE];
  const file = resolve(named || join(process.cwd(), '.env'));
  const given = Object.entries(readFile(file, Boolean(named))).filter(
    ([name]) => Object.hasOwn(OPERATOR_SETTINGS.shape, name) && variables[name] === undefined,
  );
  const values = { ...variables, ...Object.fromEntries(given) };
  const files = Object.fromEntries(given.map(([name]) => [name, file]));
  if (values.SITE_URL) return { values, files };
  const dataDir = resolve(values.DATA_DIR || 'data');
  const remembered = rememberedSiteUrl(dataDir);
  if (!remembered) return { values, files };
  return { values: { ...values, SITE_URL: remembered.url }, files: { ...files, SITE_URL: remembered.file } };
}

function readFile(file: string, isNamed: boolean): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' && !isNamed) return {};
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'this user may not read it' : code;
    throw new Error(`The settings in ${file} cannot be read: ${why}`);
  }
  return parseEnv(text);
}
