import { isBaseVerb, isThirdPerson } from './ordinary-words.ts';
import { words } from './words.ts';

/** Verbs that people and firms, not things, are the subject of. */
const personVerbs = new Set(
  words(`asks asked says said suggests suggested proposes proposed wants wanted promises promised presents presented explains
    explained mentions mentioned thinks thought believes hopes volunteers volunteered agrees agreed sends sent owns prepares
    prepared offers offered decides decided confirms confirmed approves approved signs signed writes wrote joined
    fragt fragte sagt sagte schlug schlägt will möchte übernimmt schickt sendet verspricht bittet klärt kümmert
    bestätigt bestätigte erklärt erklärte meldet schreibt entscheidet genehmigt
    demande propose dit pense envoie prend veut promet explique confirme accepte
    dijo dice propone propuso enviará envía quiere promete confirma acepta
    disse diz propõe propôs envia enviará quer promete confirma aceita
    сказал сказала предложил предложила отправит пришлет подготовит спросил спросила обещал обещала возьмет`),
);
/** After "was" and "has" they say what a person was told or did. */
const ofPeople = new Set(
  words(`asked told invited hired responsible absent informed appointed agreed promised offered suggested proposed signed approved
    confirmed decided volunteered said sent written accepted refused`),
);
const modals = new Set(words(`will would shall should must can could may might`));
const beforeParticiple = new Set(words(`is was has had`));
const asides = new Set(words(`also already now not then still just never always only`));
/** What begins the object of a verb: "gets the draft" has one, the noun in "Archive reports from May" has none. */
const objects = new Set(
  words(`the a an this that these those his her its their our your my all some it them him us to`),
);

/**
 * Whether the words after a capitalised one show that it is the name of a person or firm. English is read closely, unless it
 * is a translation: things that the lines name in their own language would pass for names. In the other languages a verb of
 * people has to follow, and in German, where the subject may stand behind the verb, no person.
 *
 * @param word the capitalised one, folded
 * @param following the rest of the sentence, a few words of it, folded
 */
export function actsAsPerson(
  word: string,
  following: readonly string[],
  language: string,
  { isPerson, translated }: { isPerson: (word: string) => boolean; translated: boolean },
): boolean {
  const [verb, next, after] = following.filter((word) => !asides.has(word));
  if (verb === undefined) return false;
  if (language === 'de')
    return personVerbs.has(verb) && !(next && (germanSubjects.has(next) || isPerson(next)));
  if (personVerbs.has(verb)) return !(mayBePlural(word) && !verb.endsWith('s'));
  if (next === undefined || translated) return false;
  if (verb === 'to') return isBaseVerb(next);
  if (modals.has(verb)) return next !== 'be' && next !== 'have' && !mayBePlural(word);
  if (beforeParticiple.has(verb)) return next === 'to' ? after !== 'be' : ofPeople.has(next);
  const hasObject = objects.has(next) || /^\d/u.test(next);
  return isThirdPerson(verb) && hasObject && !(mayBePlural(word) && !verb.endsWith('s'));
}

/** "Hospitals" before a verb without -s; "James" looks the same. */
const mayBePlural = (word: string): boolean => /[^aiosu]s$/u.test(word);

const germanSubjects = new Set(words(`er sie es man ich wir ihr jeder jemand niemand`));
