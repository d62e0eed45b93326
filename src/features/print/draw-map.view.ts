import { groundAround } from '../map/ground.view.ts';
import { pointsOf } from '../map/map-ground.ts';
import { projectedAround } from '../map/projection.ts';
import type { MapPoint } from '../place/point.ts';
import type { Box, Pdf } from './open-pdf.server.ts';

/** How far the map reaches to the north and to the south, in degrees. */
const REACH = 0.055;
const WATER = '#a9c3cf';

/** Draws where a property is: borders, rivers and stations around it. Returns the names of the sources. */
export function drawMap(pdf: Pdf, point: MapPoint, language: string, box: Box, alt: string): string {
  const ground = groundAround([point], language);
  const { doc } = pdf;
  const scale = box.height / (2 * REACH);
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const placed = projectedAround(point, scale, { x: middleX, y: middleY });
  const lines = (all: readonly (readonly number[])[], width: number, colour: string) => {
    for (const line of all) {
      const points = pointsOf(line).map(([latitude, longitude]) => placed({ latitude, longitude }));
      const [first, ...others] = points;
      if (!first) continue;
      doc.moveTo(first.x, first.y);
      for (const { x, y } of others) doc.lineTo(x, y);
      doc.lineWidth(width).strokeColor(colour).stroke();
    }
  };
  const isInside = ({ x, y }: { x: number; y: number }) =>
    x > box.x + 6 && x < box.x + box.width - 60 && y > box.y + 8 && y < box.y + box.height - 8;
  pdf.figure(alt, box, () => {
    doc.save().rect(box.x, box.y, box.width, box.height).clip();
    doc.rect(box.x, box.y, box.width, box.height).fill(pdf.colours.sunk);
    lines(ground.rivers, 1.4, WATER);
    lines(ground.borders, 0.7, pdf.colours['ink-2']);
    for (const station of ground.stations) {
      const { x, y } = placed(station);
      if (!isInside({ x, y })) continue;
      doc.circle(x, y, 1.6).fill(pdf.colours['ink-2']);
      doc
        .font('text')
        .fontSize(7)
        .fillColor(pdf.colours['ink-2'])
        .text(station.name, x + 4, y - 4, { lineBreak: false });
    }
    doc.circle(middleX, middleY, 7).fill('#ffffff');
    doc.circle(middleX, middleY, 5).fill(pdf.colours.accent);
    doc.restore();
  });
  return ground.credits.map(({ by }) => by).join(', ');
}
