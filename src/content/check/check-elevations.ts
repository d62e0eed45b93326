import type { Content } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';

/** Reports parts of an elevation that lead nowhere: an import may have removed the unit, so that it blocks nothing. */
export function checkElevations({ projects, properties }: Content): ContentProblem[] {
  const report = foundWith('warn', 'reference');
  return projects.flatMap(({ ID, Elevation }) => {
    const units = properties.filter(({ ProjectID }) => ProjectID === ID).map((unit) => unit.ID);
    return (Elevation?.Areas ?? []).flatMap(({ Unit }, at) =>
      units.includes(Unit)
        ? []
        : report({
            file: `projects/${ID}.json`,
            field: `Elevation.Areas[${at}].Unit`,
            path: ['Elevation', 'Areas', at, 'Unit'],
            found: shown(Unit),
            allowed: `no unit has this number, so the part leads nowhere; the units are ${units.join(', ') || 'none'}`,
          }),
    );
  });
}
