import { secondFactorTexts } from '@doslovno/texts/account/second-factor-section.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { codeOf } from '#lib/http/api-error.ts'
import type { Proof, WithProof } from '#lib/proof.ts'

import { Dialog } from './dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { factorsQuery } from './query.ts'

const texts = secondFactorTexts.proof

type Asked = { change: (proof: Proof) => Promise<unknown>; settle: (isDone: boolean) => void }

/** Makes a change, and asks for a proof in a dialog if the server wants one. */
export function useProof(): { withProof: WithProof; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const { data: factors } = useQuery({ ...factorsQuery(), enabled: asked !== undefined })
  const withProof: WithProof = async (change) => {
    try {
      await change({})
      return true
    } catch (error) {
      if (codeOf(error) !== 'proofNeeded') throw error
      return new Promise((settle) => setAsked({ change, settle }))
    }
  }
  const end = (isDone: boolean) => {
    asked?.settle(isDone)
    setAsked(undefined)
  }
  const prove = async (proof: Proof) => {
    await asked?.change(proof)
    end(true)
  }
  const dialog = (
    <Dialog opened={asked !== undefined} title={texts.title} onClose={() => end(false)}>
      {factors && <ProofForm factors={factors} onProof={prove} />}
    </Dialog>
  )
  return { withProof, dialog }
}
