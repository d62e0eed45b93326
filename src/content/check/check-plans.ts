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
