import { strToU8, zipSync } from 'fflate';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const column = (at: number) => String.fromCharCode('A'.charCodeAt(0) + at);

/** An Excel workbook with one sheet: numbers as numbers, other cells as texts. */
export function workbookOf(rows: readonly (readonly (string | number)[])[]): Buffer {
  const sheet = rows
    .map((row, at) => {
      const cells = row.map((value, x) => {
        const place = `r="${column(x)}${at + 1}"`;
        return typeof value === 'number'
          ? `<c ${place}><v>${value}</v></c>`
          : `<c ${place} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
      });
      return `<row r="${at + 1}">${cells.join('')}</row>`;
    })
    .join('');
  const types = 'http://schemas.openxmlformats.org';
  const main = `xmlns="${types}/spreadsheetml/2006/main"`;
  const files: Record<string, string> = {
    '[Content_Types].xml':
      `<Types xmlns="${types}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    '_rels/.rels':
      `<Relationships xmlns="${types}/package/2006/relationships"><Relationship Id="rId1" ` +
      `Type="${types}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `<workbook ${main} xmlns:r="${types}/officeDocument/2006/relationships">` +
      '<sheets><sheet name="Panden" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${types}/package/2006/relationships"><Relationship Id="rId1" ` +
      `Type="${types}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}
