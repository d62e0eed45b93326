import { EXAMPLE_REFERENCE } from '../../features/property/property.ts';
import { entriesOf } from '../../platform/values/values.ts';
import { type Content, fieldOf, thingsOf, walk } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';

/** What the law asks of the agency and "new-agency" cannot know: the field and what to write. */
const NEEDED = {
  bivNumber: 'the number under which the BIV/IPI recognises the agency, such as "512 345"',
  companyNumber: 'the company number (KBO/BCE), such as "0123.456.749"',
  vatNumber: 'the VAT number, such as "BE 0123.456.749"',
  insurance: 'the insurer and the number of the policy, per language',
} as const;

/** A postcode of Luxembourg, where the BIV/IPI recognises nobody. */
const LUXEMBOURG = /^L-?\d/;

/** Warns of what an agency still has to fill in, and of examples that are not replaced yet. */
export function checkUnfilled(content: Content): ContentProblem[] {
  const { settings, properties } = content;
  const { agency } = settings.site;
  const isEmpty = (value: string | Readonly<Record<string, string>>) =>
    typeof value === 'string' ? value.trim() === '' : Object.values(value).every((text) => text.trim() === '');
  const warn = foundWith('warn', 'value');
  const unfilled = entriesOf(NEEDED).flatMap(([field, what]) =>
    isEmpty(agency[field]) && !(field === 'bivNumber' && LUXEMBOURG.test(agency.zip))
      ? warn({
          ...{ file: 'settings/site.json', field: `agency.${field}`, found: '' },
          allowed: `still to be filled in: ${what}; until then pages and mails leave it out`,
          say: { label: 'FINDING_REQUIRED', values: {} },
        })
      : [],
  );
  const examples = properties.flatMap(({ ID, RecordFile }) =>
    RecordFile.startsWith(EXAMPLE_REFERENCE)
      ? warn({
          ...{ file: `properties/${ID}.json`, field: 'RecordFile', found: shown(RecordFile) },
          allowed: 'this property is an example of "new-agency"; replace it with one of your own, or delete this file',
          say: { label: 'FINDING_EXAMPLE', values: {} },
        })
      : [],
  );
  const drawings = thingsOf(content).flatMap(([file, thing]) => {
    const [path] = file.startsWith('properties/') ? [] : drawingsIn(thing);
    return path
      ? warn({
          ...{ file, field: fieldOf(path), path, found: 'a drawing of "new-agency"' },
          allowed: 'replace the drawing with a photograph',
          say: { label: 'FINDING_DRAWING', values: {} },
        })
      : [];
  });
  return [...unfilled, ...examples, ...drawings];
}

/** Where a thing shows a drawing that "new-agency" made. */
function drawingsIn(thing: unknown): (readonly (string | number)[])[] {
  const found: (readonly (string | number)[])[] = [];
  walk(thing, (value, path) => {
    if (typeof value === 'string' && value.startsWith('drawings/')) found.push(path);
    return undefined;
  });
  return found;
}
