import type { ClientDirective } from 'astro';
import { calmMoment } from './calm-moment.ts';

/** Loads an island at a calm moment; its plain HTML stays where motion or data are not wanted. */
const calm: ClientDirective = async (load, _options, island) => {
  if (!(await calmMoment(island.firstElementChild ?? island))) return;
  const hydrate = await load();
  await hydrate();
};
export default calm;
