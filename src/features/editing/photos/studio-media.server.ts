import { join } from 'node:path';
import { contentWriterOf } from '../../../content/history/content-writer.server.ts';
import type { Localized } from '../../../i18n/localized.ts';
import type { Database } from '../../../platform/database/database.server.ts';
import type { Environment } from '../../../platform/environment/environment.server.ts';
import { readUpload } from '../../../platform/http/upload-body.server.ts';
import { UPLOAD_LIMITS } from '../../../platform/media/upload-problem.ts';
import { placeOfField } from '../../import/property-file.server.ts';
import {
  MEDIA_FIELDS,
  type MediaData,
  type MediaField,
  type PictureField,
  picturesOf,
  sourceOf,
} from '../../property/media-fields.ts';
import type { StaffMember } from '../../staff/staff.server.ts';
import { type MediaTarget, mediaTarget } from './media-changes.server.ts';
import { openPropertyMedia } from './property-media.server.ts';

interface Parts {
  database: Database;
  settings: Pick<Environment, 'contentDir' | 'dataDir'>;
}

/** A document of a property as its file has it. */
export interface ListedDocument {
  File: string;
  Title: Localized;
  Kind: string;
  Date?: string;
  Public?: boolean;
}

const listOf = <T>(data: MediaData, field: string): readonly T[] =>
  Array.isArray(data[field]) ? (data[field] as T[]) : [];

/** Photographs, floor plans, films and documents in the studio. */
export function studioMedia({ database, settings }: Parts) {
  const { contentDir, dataDir } = settings;
  const writer = contentWriterOf(database, { contentDir, dataDir });
  const media = openPropertyMedia({ writer, dataDir, placeOf: placeOfField });
  return {
    ...media,
    target: mediaTarget,
    /** Reads a form with files. */
    receive: (sent: Parameters<typeof readUpload>[0]) => readUpload(sent, join(dataDir, 'uploads'), UPLOAD_LIMITS),
    /** What there is of a property or project, as its file has it; a CRM that decides a field has `locked` it. */
    open(target: MediaTarget, person: StaffMember) {
      const data = media.read(target);
      if (!data) return null;
      const fields: readonly MediaField[] = MEDIA_FIELDS[target.kind];
      const state = (field: MediaField) => {
        const refused = media.refusal(target, person, field, data);
        return { mayChange: refused === null, locked: refused === 'locked' ? sourceOf(data, field) : null };
      };
      const pictures = (field: PictureField) => ({ field, list: picturesOf(data, field), ...state(field) });
      const has = (field: MediaField) => fields.includes(field);
      return {
        ...target,
        title: data.TypeDescription as Localized | undefined,
        reference: String(data.RecordFile ?? data.ID ?? target.name),
        photos: pictures('XLargePictureItems'),
        plans: has('FloorPlans') ? pictures('FloorPlans') : null,
        films: has('Videos') ? { list: listOf<string>(data, 'Videos'), ...state('Videos') } : null,
        tour: has('VirtualTour') ? { url: String(data.VirtualTour ?? ''), ...state('VirtualTour') } : null,
        documents: has('Documents') ? { list: listOf<ListedDocument>(data, 'Documents'), ...state('Documents') } : null,
      };
    },
  };
}
