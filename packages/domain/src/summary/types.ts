export const summaryTypes = ['about', 'summary', 'theses'] as const
export type SummaryType = (typeof summaryTypes)[number]

/** `missing`: never made, or deleted with its text. */
export const summaryStatuses = ['missing', 'process', 'complete', 'error'] as const
export type SummaryStatus = (typeof summaryStatuses)[number]

/** `llm`: a language model wrote it and the check compared it with the text. `extract`: it quotes the text itself. */
export const summaryEngines = ['llm', 'extract'] as const
export type SummaryEngine = (typeof summaryEngines)[number]

/** Reasons for an empty summary: `unclear`, too few known words; `tooFew`, too few whole sentences to quote. */
export const summaryLacks = ['unclear', 'tooFew'] as const
export type SummaryLack = (typeof summaryLacks)[number]

/** Sections of every template, in the order of the page. */
export const summarySections = [
  'main',
  'theses',
  'agenda',
  'decisions',
  'tasks',
  'open',
  'topic',
  'terms',
  'points',
  'examples',
  'questions',
  'guest',
  'answers',
  'quotes',
  'need',
  'problem',
  'objections',
  'agreed',
  'next',
  'facts',
] as const
export type SummarySection = (typeof summarySections)[number]

/** Binds a template to its prompt. */
export const templateCodes = ['standard', 'minutes', 'lecture', 'interview', 'call'] as const
export type TemplateCode = (typeof templateCodes)[number]

/** Generations of theses for the life of an account without `unlimitTheses`. */
export const FREE_THESES = 5
