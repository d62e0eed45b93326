import { textField } from '../../platform/http/action.server.ts';
import { type ActionContext, posted, type StudioAction } from '../staff/studio/studio-action.view.ts';

const PAGE = '/studio/publish/';

/** Publishing and the way back; both run in a process of their own, and the page says how far they are. */
export const PUBLISH_ACTIONS = {
  publish: posted({}, async (_input, { studio, person }: ActionContext) => {
    await studio.publish.start(person);
    return { to: PAGE };
  }),
  'publish-rollback': posted({ from: textField() }, async ({ from }, { studio, person }: ActionContext) =>
    (await studio.publish.rollback(person, from)) ? { to: PAGE } : { to: PAGE, wrong: 'busy' },
  ),
} satisfies Record<string, StudioAction>;
