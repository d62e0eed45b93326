import { sweepbrightHook } from '../../../features/import/crm-events.server.ts';
import { endpoint } from '../../../platform/http/action.server.ts';

export const prerender = false;

/** `POST /api/crm/sweepbright`: receives a webhook of SweepBright. */
export const POST = endpoint(sweepbrightHook);
