import type { ClientDirective } from 'astro';
import { calmMoment } from './calm-moment.client.ts';

/** Hydrates an island at a calm moment; its plain HTML stays for visitors who save data or prefer reduced motion. */
const calm: ClientDirective = async (load, _options, island) => {
  if (!(await calmMoment(island.firstElementChild ?? island))) return;
  const hydrate = await load();
  await hydrate();
};
export default calm;
