import { russianDigestTables } from '#language/digest.ts'
import { russian } from '#test/russian.ts'

/** Russian for the engine without a model, with the stemmer of the server. */
export const russianDigest = { ...russian, ...russianDigestTables }
