import { strToU8, zipSync } from 'fflate';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const column = (at: number) => String.fromCharCode('A'.charCodeAt(0) + at);
const TYPES = 'http://schemas.openxmlformats.org';
const MAIN = `xmlns="${TYPES}/spreadsheetml/2006/main"`;
const RELATIONS = `${TYPES}/officeDocument/2006/relationships`;

type Rows = readonly (readonly (string | number)[])[];

/** A sheet of a workbook. */
interface Sheet {
  name: string;
  rows: Rows;
  isHidden?: boolean;
}

/** An Excel workbook with one sheet: numbers as numbers, other cells as texts. */
export const workbookOf = (rows: Rows): Buffer => workbookWith({ name: 'Panden', rows });

/** An Excel workbook with these sheets. */
export function workbookWith(...sheets: readonly Sheet[]): Buffer {
  const list = sheets.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  );
  const targets = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const files: Record<string, string> = {
    '[Content_Types].xml':
      `<Types xmlns="${TYPES}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    '_rels/.rels':
      `<Relationships xmlns="${TYPES}/package/2006/relationships"><Relationship Id="rId1" ` +
      `Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(targets),
    ...Object.fromEntries(sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)])),
  };
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

const relations = (targets: readonly string[]) =>
  `<Relationships xmlns="${TYPES}/package/2006/relationships">${targets.join('')}</Relationships>`;

function sheetXml(rows: Rows): string {
  const lines = rows.map((row, at) => {
    const cells = row.map((value, x) => {
      const place = `r="${column(x)}${at + 1}"`;
      return typeof value === 'number'
        ? `<c ${place}><v>${value}</v></c>`
        : `<c ${place} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
    });
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  return `<worksheet ${MAIN}><sheetData>${lines.join('')}</sheetData></worksheet>`;
}
