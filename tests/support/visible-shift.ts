/**
 * A cumulative layout shift below this is not visible. The header moves by 0.0002 where its font replaces the fallback
 * font, whose words are a few pixels narrower.
 */
export const VISIBLE_SHIFT = 0.0005;
