import { primaryOf } from '../std/words.ts';
import { termsOf } from './terms.ts';

/** Longest question in characters. */
export const mostCharacters = 500;
/** Terms of a question that are looked for, the rarest first: they decide, and their lists are short. */
export const mostTerms = 16;

/** Why a question is refused, in one sentence; undefined for a valid one. */
export function faultOfQuestion(question: string): string | undefined {
  if (question.trim() === '') return 'The question is missing or empty: it holds the words to search for.';
  if (question.length <= mostCharacters) return undefined;
  return `The question has ${question.length} characters; at most ${mostCharacters} are searched for.`;
}

/** A question from some words, such as the words of a path, cut to the limits. */
export const questionOf = (text: string): string =>
  (text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).slice(-mostTerms).join(' ').slice(0, mostCharacters);

/** Words that say nothing about the subject of a question, by language. */
const words: Readonly<Record<string, string>> = {
  en: 'a about am an and any are as at be been being but by can cannot could did do does doing done each for from get gets give gives go goes got had has have having he her here him his how i if in instead into is it its just let like make makes many may me might mine more most much must my need needs of on one ones or other our ours per please put shall she should so some such take takes tell than that the their them then there these they thing things this those to too us very want wants was way we were what when where whether which while who whom whose why will with work works would you your yours',
  de: 'aber alle als also am an auch auf aus bei bin bis bitte da damit dann das dass dein dem den denn der des die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es für gibt hab habe haben hat hier ich ihr ihre im in ist ja kann kannst können könnte man mein meine mich mir mit muss müssen nach noch nun nur ob oder sein sich sie sind so soll sollte über um und uns unser vom von vor wann war warum was welche welchem welchen welcher welches wenn wer werden wie wieso wir wird wo wozu wurde zu zum zur',
  fr: 'ai au aux avec avoir ce cela ces cet cette comme comment dans de des dont du elle elles en est et être eu il ils je la le les leur leurs lui ma mais me mes moi mon ne nos notre nous on ont ou où par pas peut peux plus pour pourquoi puis quand que quel quelle quelles quels qui quoi sa se ses si son sont sur ta te tes toi ton tu un une vos votre vous y à',
  es: 'al algo como cómo con cual cuál cuales cuando cuándo de del desde donde dónde el ella ellas ellos en entre era es esa ese eso esta está están este esto estos ha hace hacer hay la las le les lo los más me mi mis muy nos o para pero por porque puede puedo que qué quien quién se ser si sí sin sobre son su sus también te tiene tu un una unas unos y ya yo',
  it: 'ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di dove e ed è fa gli ha ho i il in io la le lo ma mi mio nel nella non o per perché può puoi qual quale quali quando quanto questa questo se si sono sta su sul sulla suo tra tu un una uno',
  pt: 'ao aos as com como da das de do dos e é ela ele em entre era essa esse esta está este eu faz fazer foi há isso já lhe mais mas me meu minha muito na nas no nos o onde os ou para pela pelo pode posso por porque qual quais quando que quem se sem ser seu sua são tem um uma você',
  nl: 'aan al als bij dat de deze die dit doe door dus een en er geen haar heb hebben heeft hem het hij hoe ik in is je kan kun kunnen maar me mijn moet na naar niet of om ons ook op over te tot u uit van voor waar waarom wanneer was wat welk welke wie wij word worden wordt ze zich zijn zo',
  pl: 'a aby ale bez być by co czy dla do gdy gdzie i ich ja jak jaka jaki jakie jest jego jej kiedy która które który lub ma mam mnie może można na nad nie o od po pod przez przy się są ta tak te tego ten to tu w we z za że',
  zh: '的 了 是 在 和 与 有 我 你 他 它 们 这 那 什么 怎么 怎样 如何 为什么 哪 哪个 哪些 吗 呢 吧 请 要 会 能 可以 一个',
  ja: 'の は が を に へ と で も や から まで です ます する した して いる ある この その どの 何 なに どう どこ いつ なぜ か よう こと',
};

/** Makes a function that tells the terms of such words in some languages. */
export function stopTermsOf(languages: readonly string[]): (term: string) => boolean {
  const terms = new Set(languages.flatMap((language) => termsOf(words[primaryOf(language)] ?? '').map(({ term }) => term)));
  return (term) => terms.has(term);
}
