/**
 * A conversation as lines: `speaker|sentence`, `grade|who|statement|numbers of sentences`, `who|statement|numbers`.
 * Numbers of sentences begin with 1.
 */
export type TalkLines = { sentences: string; right: string; invented: string }
