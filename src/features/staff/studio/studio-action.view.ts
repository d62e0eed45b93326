import type { RequestContext } from '../../../platform/http/action.server.ts';
import type { TextView } from '../../editing/text.view.ts';
import type { Reach } from '../rights.ts';
import type { StaffMember } from '../staff.server.ts';
import type { StudioDone, StudioWrong } from '../studio-messages.ts';

/** A page that is shown in response to a POST, because it holds something that must not be in an address. */
export type StudioView =
  | { kind: 'login'; next: string; lost?: string; email?: string; wrong?: StudioWrong }
  | {
      kind: 'factor';
      next: string;
      setUpKey?: string;
      wrong: StudioWrong | null;
      /** An action that waits for a fresh second factor, with its fields. */
      again?: { action: string; fields: Readonly<Record<string, string>> };
    }
  /** What no longer exists or is a colleague's now, named where it is known; with what was typed. */
  | { kind: 'gone'; holder: string | null; lost: string }
  | { kind: 'codes'; codes: readonly string[]; next: string }
  | { kind: 'password'; token: string; wrong: StudioWrong }
  | { kind: 'staff'; wrong?: StudioWrong; link?: { email: string; href: string } }
  | { kind: 'account'; feed: string }
  | TextView;

/** The result of an action: the page that follows with what it says, a page that is shown at once, or a download. */
export type Outcome =
  | { to: string; done?: StudioDone; wrong?: StudioWrong; cookies?: readonly string[] }
  | { view: StudioView }
  | Response;

/** What an action knows: who acts, how far their right reaches, and the posted fields. */
export interface ActionContext extends RequestContext {
  person: StaffMember;
  reach: Reach;
  studio: App.Services['studio'];
  /** A posted field as text, cut at a length. */
  fields(name: string, most?: number): string;
  /** All values of a posted field. */
  all(name: string): string[];
}

export type StudioAction = (context: ActionContext) => Promise<Outcome>;
