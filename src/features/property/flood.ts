import type { Property } from './property.ts';

/**
 * Whether an advert must show the flood symbol: a P-score or G-score of D (Flanders, since 1 January 2023; leximmo.be,
 * bcb.be).
 */
export const needsFloodSymbol = ({ PScore, GScore }: Property): boolean => PScore === 'D' || GScore === 'D';
