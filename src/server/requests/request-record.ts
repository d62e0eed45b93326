import type { RequestRow } from '../database/schema.ts';

/** A stored request as the agency sees and exports it. */
export interface RequestRecord {
  id: string;
  reference: string;
  form: string;
  status: RequestRow['status'];
  language: string;
  page: string;
  propertyId: string | null;
  projectId: string | null;
  email: string | null;
  answers: Record<string, unknown>;
  campaign: Record<string, string>;
  consentVersion: string;
  createdAt: string;
  handledAt: string | null;
}

/** The request in a row of the database. */
export function requestRecordOf(row: RequestRow): RequestRecord {
  return {
    id: row.id,
    reference: row.reference,
    form: row.form,
    status: row.status,
    language: row.language,
    page: row.page,
    propertyId: row.property_id,
    projectId: row.project_id,
    email: row.email,
    answers: JSON.parse(row.answers) as Record<string, unknown>,
    campaign: JSON.parse(row.campaign) as Record<string, string>,
    consentVersion: row.consent_version,
    createdAt: row.created_at,
    handledAt: row.handled_at,
  };
}
