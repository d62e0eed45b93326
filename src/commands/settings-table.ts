import { readSources, settingsOf } from '../platform/environment/environment.server.ts';
import { OPERATOR_SETTINGS, SECRETS } from '../platform/environment/settings-schema.server.ts';
import { keysOf } from '../platform/values/values.ts';

/** One setting as an operator sees it. */
export interface SettingLine {
  name: string;
  /** The value in use; a secret is `********`, what is not set is empty. */
  value: string;
  /** Where it comes from: `variable`, `default`, or the path of a file. */
  from: string;
}

/** Every setting with its value and where that comes from; throws one plain sentence per value that cannot be used. */
export function settingLines(sources = readSources()): SettingLine[] {
  settingsOf(sources);
  const { values, files } = sources;
  const used = OPERATOR_SETTINGS.parse(values);
  return keysOf(OPERATOR_SETTINGS.shape).map((name) => {
    const value = used[name];
    const isGiven = Boolean(values[name]);
    return {
      name,
      value: value === undefined ? '' : SECRETS.includes(name) ? '********' : String(value),
      from: isGiven ? (files[name] ?? 'variable') : 'default',
    };
  });
}
