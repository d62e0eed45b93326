import { covers } from '../../features/agency/office-settings.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, referenceProblem } from './content-problem.ts';

const FILE = 'settings/offices.json';

/** Reports offices with one name, agents of no or of two offices, postcodes of two, and properties of no office. */
export function checkOffices({ settings, members, properties, projects }: Content): ContentProblem[] {
  const { offices } = settings.offices;
  const known = new Set(members.map(({ id }) => id));
  const ids = offices.map(({ id }) => id);
  const problems = offices.flatMap((office, at) => {
    const before = offices.slice(0, at);
    const error = (field: string, found: string, allowed: string, names: Iterable<string> = []) =>
      referenceProblem(FILE, `offices[${at}].${field}`, found, allowed, names);
    const others = (owns: (other: typeof office) => boolean) => before.filter(owns).map(({ id }) => id);
    return [
      ...(ids.indexOf(office.id) < at ? [error('id', office.id, 'give each office an id of its own')] : []),
      ...office.agents.flatMap((agent, n) => {
        if (!known.has(agent))
          return [error(`agents[${n}]`, agent, `name a file in category/team/: ${[...known].join(', ')}`, known)];
        const [other] = others(({ agents }) => agents.includes(agent));
        return other ? [error(`agents[${n}]`, agent, `an agent has one office, and is of "${other}" already`)] : [];
      }),
      ...office.postcodes.flatMap((range, n) => {
        const [first = '', last = first] = /^\d{4}-\d{4}$/.test(range) ? range.split('-') : [range];
        if (first > last) return [error(`postcodes[${n}]`, range, `write the lower postcode first: ${last}-${first}`)];
        const [other] = others(({ postcodes }) =>
          postcodes.some((one) => covers(one, first) || covers(one, last) || covers(range, one.split('-')[0] ?? '')),
        );
        return other
          ? [error(`postcodes[${n}]`, range, `a postcode has one office, and is of "${other}" already`)]
          : [];
      }),
    ];
  });
  const strays = [...properties, ...projects].flatMap((thing) =>
    thing.Office === undefined || ids.includes(thing.Office)
      ? []
      : [
          referenceProblem(
            `${'Goal' in thing ? 'properties' : 'projects'}/${thing.ID}.json`,
            'Office',
            thing.Office,
            ids.length > 0 ? `name an office of ${FILE}: ${ids.join(', ')}` : `describe this office in ${FILE} first`,
            ids,
          ),
        ],
  );
  return [...problems, ...strays];
}
