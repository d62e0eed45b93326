import { photoOfArea, photosOf } from '../../features/property/photos.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';

const warn = foundWith('warn', 'reference');

/** Reports areas of floor plans that lead to no photograph; the page leaves them out. */
export function checkPlans(content: Content): ContentProblem[] {
  return content.properties.flatMap((property) =>
    remembered(memory, property, [], () => {
      const photos = photosOf(property);
      const file = `properties/${property.ID}.json`;
      return property.FloorPlans.flatMap(({ Areas = [] }, plan) =>
        Areas.flatMap((area, at) => {
          if (photoOfArea(area, photos)) return [];
          const place = `FloorPlans[${plan}].Areas[${at}]`;
          return area.Photo === undefined
            ? warn({
                file,
                field: `${place}.Room`,
                found: shown(area.Room),
                allowed: 'no photograph has this Room; give it to one of XLargePictureItems, or take the area out',
              })
            : warn({
                file,
                field: `${place}.Photo`,
                found: shown(area.Photo),
                allowed: 'this is no photograph of the property; write a Url of XLargePictureItems',
              });
        }),
      );
    }),
  );
}

const memory: Memory<ContentProblem[]> = new WeakMap();

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
