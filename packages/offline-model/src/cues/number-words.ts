/**
 * Numerals of a language, also put together: "thirty-one", "einundzwanzig". They tell things apart and name none. No alternative may
 * match what another one does and more, since the repetition would try every division of a long word.
 */
const numerals = (words: string): RegExp =>
  new RegExp(`^(?:(?:${words.trim().replaceAll(/\s+/g, '|')})-?)+$`, 'iu');

export const ENGLISH_NUMBERS = numerals(`
  one two three (?:four|six|seven|nine)(?:t(?:een|ieth)(?:th)?|th|ty)? five fif(?:th|t(?:een|y|ieth)(?:th)?) eight(?:een(?:th)?|h|y|ieth)?
  ten(?:th)? eleven(?:th)? twelve twelfth thir(?:d|t(?:een|y|ieth)(?:th)?) fort(?:y|ieth) twent(?:y|ieth) ninth hundred(?:s|th)?
  thousands? millions? billions? dozen half percent first second
`);

export const GERMAN_NUMBERS = numerals(`
  eins? zwei drei(?:ßig)? vier(?:zig)? fünf(?:zig)? sech(?:s|zehn|zig) sieb(?:en|zehn|zig)? acht(?:zig|e[nrs]?)? neun(?:zig)? zehn elf
  zwölf zwanzig und(?!$) hundert tausend millionen prozent ers dritte[nrs]? s?te[nrs]?
`);

export const FRENCH_NUMBERS = numerals(`
  une? deux(?:ième)? trois(?:ième)? quatre quatrième cinq(?:uième)? six(?:ième)? sept(?:ième)? huit(?:ième)? neuf neuvième dix(?:ième)?
  onze douze treize quatorze quinze seize vingts? trente quarante cinquante soixante et(?!$) cents? mille millions? premi(?:er|ère) seconde?
`);

export const SPANISH_NUMBERS = numerals(`
  un[oa]? d[oó]s tr[eé]s cuatro cinco s[eé]is siete ocho nueve diez once doce trece catorce quince dieci veinti veinte treinta cuarenta cincuenta
  sesenta setenta ochenta noventa cien(?:to(?:s|as)?)? quinient[oa]s mil millón millones primer[oa]? segund[oa] tercer[oa]? cuart[oa]
  quint[oa]
`);

export const PORTUGUESE_NUMBERS = numerals(`
  uma? dois duas três quatro cinco seis sete oito nove dez(?:oito|[ae]sseis|[ae]ssete|[ae]nove)? onze doze treze c?quatorze quinze vinte
  trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento duzent[oa]s trezent[oa]s mil milhão milhões primeir[oa] segund[oa]
  terceir[oa]
`);

export const RUSSIAN_NUMBERS = numerals(`
  один одна одно(?:го)? две двух два три тр[её]х четыр(?:е|[её]х) (?:пят|шест|девят|десят)(?:ь|и|ый|ая|ое|ого|ом|ой|ую)? сем[ьи] восем[ьи]
  восьми (?:одинн|двен|трин|четырн|пятн|шестн|семн|восемн|девятн|дв|три)(?:а?дцат)(?:ь|и|ый|ого|ое|ом) сорока? девяносто сто ста двести
  тысяч[аиу]? миллион(?:ов|а)? процент(?:ов|а)? (?:перв|втор|четв[её]рт|седьм|восьм)(?:ый|ой|ая|ое|ого|ому|ом|ую) трет(?:ий|ья|ье|ьего)
`);
