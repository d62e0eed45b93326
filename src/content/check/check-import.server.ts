import { CONNECTION_FIELDS } from '../../features/import/settings.ts';
import { type OutgoingRequests, whyNotRequested } from '../../platform/http/guarded-fetch.server.ts';
import { nearest } from '../../platform/text/nearest.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, referenceProblem, shown } from '../files/problems.ts';

const FILE = 'settings/import.json';

/** Reports what settings/import.json names and what does not exist: settings of a CRM, types and team members. */
export function checkImport(content: Content, allowed: OutgoingRequests | undefined): ContentProblem[] {
  const { connections, types, managers } = content.settings.import;
  const known = content.propertyTypes.map(({ WebID }) => WebID);
  const members = content.members.map(({ id }) => id);
  return [
    ...Object.entries(connections).flatMap(([name, options]) => connectionProblems(name, options, allowed)),
    ...Object.entries(types).flatMap(([theirs, WebID]) =>
      known.includes(WebID)
        ? []
        : [
            referenceProblem(
              FILE,
              `types.${theirs}`,
              WebID,
              `use the WebID of a type in property-types.json: ${known.join(', ')}`,
              [],
              ['types', theirs],
            ),
          ],
    ),
    ...Object.entries(managers).flatMap(([name, id]) =>
      members.includes(id)
        ? []
        : [
            referenceProblem(FILE, `managers.${name}`, id, 'name a file in category/team/, without .json', members, [
              'managers',
              name,
            ]),
          ],
    ),
  ];
}

function connectionProblems(
  name: string,
  options: Readonly<Record<string, unknown>>,
  allowed: OutgoingRequests | undefined,
): ContentProblem[] {
  const fields = CONNECTION_FIELDS[name];
  const unknown = (path: string[], choices: readonly string[]): ContentProblem => ({
    ...{ severity: 'error', kind: 'field', file: FILE, path, field: path.join('.'), found: shown(path.at(-1)) },
    allowed: `this setting does not exist; use ${choices.join(', ')}`,
    meant: nearest(path.at(-1), choices),
  });
  if (!fields) return [unknown(['connections', name], Object.keys(CONNECTION_FIELDS))];
  const why = allowed && typeof options.url === 'string' ? whyNotRequested(options.url, allowed) : null;
  return [
    ...Object.keys(options)
      .filter((key) => !fields.includes(key))
      .map((key) => unknown(['connections', name, key], fields)),
    ...(why ? [urlProblem(FILE, ['connections', name, 'url'], why)] : []),
  ];
}

/** A URL to which this site sends no requests. It is a warning, because it depends on the environment. */
export function urlProblem(file: string, path: (string | number)[], why: string): ContentProblem {
  const field = path.reduce<string>(
    (text, part) => `${text}${typeof part === 'number' ? `[${part}]` : `.${part}`}`,
    '',
  );
  return {
    ...{ severity: 'warning', kind: 'value', file, path, field: field.slice(1) },
    found: 'a URL that is not requested',
    allowed: `${why}; use https and a public address, or OUTGOING_REQUESTS=any`,
  };
}
