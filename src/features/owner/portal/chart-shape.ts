import { scaleBand, scaleLinear } from 'd3-scale';

/** A chart of 30 days as coordinates: one path of bars, one dot per viewing, the lines and the day labels below. */
export interface ChartShape {
  width: number;
  height: number;
  bars: string;
  dots: { x: number; y: number }[];
  lines: { y: number; value: number }[];
  /** `end`: the label ends at the right edge of the chart. */
  days: { x: number; day: string; end: boolean }[];
  least: number;
  most: number;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 196, 34, 160, 14];
const DOT = 12;

/** Draws views per day as bars and viewings as dots above them; a day without either stays empty. */
export function chartShape(
  days: readonly { day: string; views: number }[],
  viewings: Readonly<Record<string, number>>,
): ChartShape {
  const views = days.map((one) => one.views);
  const most = Math.max(0, ...views);
  const x = scaleBand<string>()
    .domain(days.map(({ day }) => day))
    .range([LEFT, WIDTH])
    .paddingInner(0.4);
  const tallest = Math.max(1, ...Object.values(viewings)) * DOT;
  const y = scaleLinear()
    .domain([0, Math.max(4, most)])
    .nice(3)
    .range([BOTTOM, TOP + (Object.keys(viewings).length > 0 ? tallest : 0)]);
  const at = (day: string) => x(day) ?? LEFT;
  const short = (value: number) => Math.round(value * 10) / 10;
  return {
    width: WIDTH,
    height: HEIGHT,
    bars: days
      .filter((one) => one.views > 0)
      .map((one) => `M${short(at(one.day))} ${BOTTOM}V${short(y(one.views))}h${short(x.bandwidth())}V${BOTTOM}z`)
      .join(''),
    dots: days.flatMap(({ day, views: count }) =>
      Array.from({ length: viewings[day] ?? 0 }, (_, step) => ({
        x: short(at(day) + x.bandwidth() / 2),
        y: short(y(count) - DOT / 2 - step * DOT),
      })),
    ),
    lines: y
      .ticks(3)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: short(y(value)) })),
    days: days
      .map(({ day }, index) => ({ day, x: short(at(day)), end: index === days.length - 1 }))
      .filter(({ end }, index) => end || (index % 7 === 1 && index < days.length - 4)),
    least: Math.min(...views),
    most,
  };
}
