import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Files that were renamed in November 2026, by their present name; the old names are read until November 2027. */
const FILES: Readonly<Record<string, string>> = {
  'settings/homepage.json': 'settings/home.json',
  'settings/viewings.json': 'settings/appointments.json',
};

/** Fields that were renamed in November 2026, by their old name. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'settings/adverts.json': { rules: 'duties' },
  'settings/alerts.json': { mostHomes: 'maxProperties' },
  'settings/forms.json': { requestMonths: 'leadMonths' },
  'settings/homepage.json': { indexMaxHomes: 'indexMaxProperties' },
  'settings/header.json': { hideLogoOnHome: 'hideLogoOnHomepage' },
  'settings/portal.json': { homeStatistics: 'siteStatistics' },
  'settings/site.json': { similarHomes: 'similarProperties' },
  'demo/portal.json': { homes: 'properties', visits: 'viewings' },
  // Imports for the owner portal.
  'portal-import': { visits: 'viewings' },
  'owners-import': { homes: 'properties' },
  'settings/viewings.json': { beforeVisit: 'beforeViewing', homes: 'properties' },
};

/** Names of rows in routes.json that were renamed in November 2026. */
const ROUTES: Readonly<Record<string, string>> = {
  'owner-visits': 'owner-viewings',
  'visit-feedback': 'viewing-feedback',
};

/** Colours of banners that were renamed in November 2026. */
const COLOURS: Readonly<Record<string, string>> = { pine: 'action', brick: 'accent' };

/** The file that holds what is now in `file`: the file itself, else the one with its old name. */
export function presentFile(contentDir: string, file: string): string {
  const old = FILES[file];
  return old && !existsSync(join(contentDir, file)) && existsSync(join(contentDir, old)) ? old : file;
}

/** The data of a file under its present names, and each old name that was found with the name to write instead. */
export function withPresentNames(
  file: string,
  data: unknown,
): { data: unknown; renamed: { path: readonly (string | number)[]; current: string }[] } {
  const fields = FIELDS[file] ?? {};
  const renamed: { path: readonly (string | number)[]; current: string }[] = [];
  const present = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (Array.isArray(value)) return value.map((item, at) => present(item, [...path, at]));
    if (value === null || typeof value !== 'object') return presentValue(value, path);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const next = Object.hasOwn(fields, key) ? fields[key] : undefined;
        const current = next !== undefined && !Object.hasOwn(value, next) ? next : key;
        if (current !== key) renamed.push({ path: [...path, key], current });
        return [current, present(inner, [...path, key])];
      }),
    );
  };
  const presentValue = (value: unknown, path: readonly (string | number)[]): unknown => {
    const isRoute = path.at(-1) === 'route' || (file === 'routes.json' && path.at(-1) === 'name' && path.length === 2);
    const isBannerColour = path.at(-1) === 'color' && path.at(-2) === 'banner';
    const names = isRoute ? ROUTES : isBannerColour ? COLOURS : {};
    const current = typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
    if (current === undefined) return value;
    renamed.push({ path, current });
    return current;
  };
  return { data: present(data, []), renamed };
}
