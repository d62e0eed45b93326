import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';

/** What the last import asked somebody. */
export const IMPORT_ACTIONS = {
  async 'import-confirm'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const to = '/studio/imports/';
    const isDone = await studio.content.confirmImport(fields('source', 40), Number(fields('property', 12)), person);
    return isDone ? { to, done: 'import-confirmed' } : { to, wrong: 'content-forbidden' };
  },
} satisfies Record<string, StudioAction>;
