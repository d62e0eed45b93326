// Runs in a thread: drawing takes 150 ms without a pause, in which the server would respond to nobody.

import type { DrawnBrand } from '../brand/drawn-brand.server.ts';
import { type BrochurePictures, drawBrochure, type PrintedPicture } from './draw-brochure.server.ts';
import {
  drawReport,
  drawViewingList,
  drawWindowCard,
  type PrintedDay,
  type ReportWords,
  type ViewingListWords,
} from './draw-sheets.server.ts';
import type { PrintWords } from './print-words.view.ts';

/** What is to be drawn, for whom. */
export type Drawing = { brand: DrawnBrand } & (
  | ({ kind: 'brochure'; sheet: PrintWords } & BrochurePictures)
  | { kind: 'window'; sheet: PrintWords; photo: PrintedPicture | undefined; size: 'A3' | 'A4' }
  | { kind: 'report'; words: ReportWords }
  | { kind: 'viewings'; days: readonly PrintedDay[]; words: ViewingListWords }
);

/** Draws a PDF. */
export function drawPdf(drawing: Drawing): Promise<Buffer> {
  const { brand } = drawing;
  if (drawing.kind === 'brochure') return drawBrochure(drawing.sheet, drawing);
  if (drawing.kind === 'window') return drawWindowCard(drawing.sheet, drawing.photo, drawing.size, brand);
  if (drawing.kind === 'report') return drawReport(drawing.words, brand);
  return drawViewingList(drawing.days, drawing.words, brand);
}
