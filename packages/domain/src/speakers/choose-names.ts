import { plainForm } from '#transcript/plain-words.ts'

type Mention = { speaker: number; name: string; weight: number }

/**
 * The mention by which each speaker is best known. A speaker with two names of equal weight has none, and a name that
 * another speaker has with equal weight or more is nobody's or that speaker's.
 */
export function chooseNames<M extends Mention>(mentions: readonly M[]): Omit<M, 'weight'>[] {
  const candidates = [...Map.groupBy(mentions, keyOf).values()].flatMap((same) => {
    const best = bestOf(same)
    return best ? [{ best, key: givenOf(best), weight: same.reduce((sum, { weight }) => sum + weight, 0) }] : []
  })
  return candidates
    .filter(({ best, key, weight }) =>
      candidates.every(
        (other) =>
          other.best === best || other.weight < weight || (other.best.speaker !== best.speaker && other.key !== key),
      ),
    )
    .map(({ best: { weight: _weight, ...chosen } }) => chosen)
}

const keyOf = (mention: Mention) => `${mention.speaker} ${givenOf(mention)}`

/** One's own words first, then the fullest name. */
function bestOf<M extends Mention>(mentions: readonly M[]): M | undefined {
  return mentions.toSorted((one, other) => other.weight - one.weight || lengthOf(other) - lengthOf(one))[0]
}

const givenOf = ({ name }: Mention) => plainForm(name.split(' ')[0] ?? '')
const lengthOf = ({ name }: Mention) => name.split(' ').length
