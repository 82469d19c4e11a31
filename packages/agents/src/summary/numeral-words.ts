import { fold } from './words.ts';

/**
 * Number words by language. `loose` ones are articles, pronouns or adverbs as well: alone they are no number in a claim.
 * Ordinals stand with their cardinal: "the third" and "3" are the same number.
 */
const tables: Record<string, { values: string; loose: string }> = {
  en: {
    values: `0 zero|1 one first|2 two second|3 three third|4 four fourth|5 five fifth|6 six sixth|7 seven seventh
      |8 eight eighth|9 nine ninth|10 ten tenth|11 eleven eleventh|12 twelve twelfth dozen|13 thirteen thirteenth
      |14 fourteen fourteenth|15 fifteen fifteenth|16 sixteen sixteenth|17 seventeen seventeenth|18 eighteen eighteenth
      |19 nineteen nineteenth|20 twenty twentieth|30 thirty thirtieth|40 forty|50 fifty|60 sixty|70 seventy|80 eighty
      |90 ninety|100 hundred|1000 thousand|1000000 million millions|1000000000 billion`,
    loose: 'one first second',
  },
  de: {
    values: `0 null|1 ein eins eine einen einem einer erste ersten erster erstes|2 zwei zwo zweite zweiten zweiter zweites
      |3 drei dritte dritten dritter|4 vier|5 fünf|6 sechs|7 sieben siebte siebten siebter|8 acht achte achten achter|9 neun
      |10 zehn|11 elf|12 zwölf|16 sechzehn|17 siebzehn|20 zwanzig|30 dreißig|40 vierzig|50 fünfzig|60 sechzig|70 siebzig
      |80 achtzig|90 neunzig|100 hundert|1000 tausend|1000000 million millionen mio|1000000000 milliarde milliarden`,
    loose:
      'ein eins eine einen einem einer erste ersten erster erstes zweite zweiten zweiter zweites dritte dritten acht achten',
  },
  fr: {
    values: `0 zéro|1 un une premier première|2 deux deuxième second seconde|3 trois troisième|4 quatre quatrième|5 cinq cinquième
      |6 six sixième|7 sept septième|8 huit huitième|9 neuf neuvième|10 dix dixième|11 onze|12 douze|13 treize|14 quatorze
      |15 quinze|16 seize|20 vingt vingts|30 trente|40 quarante|50 cinquante|60 soixante|70 septante|80 octante huitante
      |90 nonante|100 cent cents|1000 mille|1000000 million millions|1000000000 milliard milliards`,
    loose: 'un une premier première second seconde neuf',
  },
  es: {
    values: `0 cero|1 un uno una primero primera primer|2 dos segundo segunda|3 tres tercero tercera tercer|4 cuatro cuarto|5 cinco quinto
      |6 seis sexto|7 siete|8 ocho|9 nueve|10 diez|11 once|12 doce|13 trece|14 catorce|15 quince|16 dieciséis|17 diecisiete
      |18 dieciocho|19 diecinueve|20 veinte|21 veintiuno veintiún|22 veintidós|23 veintitrés|24 veinticuatro|25 veinticinco
      |26 veintiséis|27 veintisiete|28 veintiocho|29 veintinueve|30 treinta|40 cuarenta|50 cincuenta|60 sesenta|70 setenta
      |80 ochenta|90 noventa|100 cien ciento|200 doscientos doscientas|300 trescientos trescientas|400 cuatrocientos
      |500 quinientos quinientas|600 seiscientos|700 setecientos|800 ochocientos|900 novecientos|1000 mil
      |1000000 millón millones`,
    loose: 'un uno una primero primera primer segundo segunda tercero tercera tercer cuarto quinto sexto',
  },
  pt: {
    values: `0 zero|1 um uma primeiro primeira|2 dois duas segundo segunda|3 três terceiro terceira|4 quatro quarto quarta|5 cinco quinto quinta
      |6 seis sexto sexta|7 sete|8 oito|9 nove|10 dez|11 onze|12 doze|13 treze|14 catorze quatorze|15 quinze|16 dezasseis dezesseis
      |17 dezassete dezessete|18 dezoito|19 dezanove dezenove|20 vinte|30 trinta|40 quarenta|50 cinquenta|60 sessenta|70 setenta
      |80 oitenta|90 noventa|100 cem cento|200 duzentos duzentas|300 trezentos|400 quatrocentos|500 quinhentos|600 seiscentos
      |700 setecentos|800 oitocentos|900 novecentos|1000 mil|1000000 milhão milhões|1000000000 bilhão bilhões`,
    loose:
      'um uma primeiro primeira segundo segunda terceiro terceira quarto quarta quinto quinta sexto sexta',
  },
  ru: {
    values: `0 ноль|1 один одна одно одного одной первый первая первое первого|2 два две двух двум второй второе второго|3 три трех трем третий третье третьего
      |4 четыре четырех четвертое четвертого|5 пять пяти пятое пятого|6 шесть шести шестое шестого|7 семь семи седьмое седьмого
      |8 восемь восьми восьмое восьмого|9 девять девяти девятое девятого|10 десять десяти десятое десятого|11 одиннадцать|12 двенадцать
      |13 тринадцать|14 четырнадцать|15 пятнадцать пятнадцати пятнадцатое пятнадцатого|16 шестнадцать|17 семнадцать|18 восемнадцать
      |19 девятнадцать|20 двадцать двадцати двадцатое двадцатого|30 тридцать тридцати|40 сорок|50 пятьдесят|60 шестьдесят
      |70 семьдесят|80 восемьдесят|90 девяносто|100 сто|200 двести|300 триста|400 четыреста|500 пятьсот|600 шестьсот
      |700 семьсот|800 восемьсот|900 девятьсот|1000 тысяча тысячи тысяч|1000000 миллион миллиона миллионов`,
    loose: 'один одна одно одного одной первый первая первое первого второй',
  },
};

export type NumeralTable = { values: Map<string, number>; loose: Set<string> };

const parsed = new Map(
  Object.entries(tables).map(([language, { values, loose }]): [string, NumeralTable] => {
    const entries = values.split('|').flatMap((row) => {
      const [value, ...forms] = row.trim().split(/\s+/u);
      return forms.map((form): [string, number] => [fold(form), Number(value)]);
    });
    return [language, { values: new Map(entries), loose: new Set(fold(loose).split(' ')) }];
  }),
);

export const numeralLanguages = [...parsed.keys()];

/** Undefined for a language without a table. */
export function numeralTable(language: string): NumeralTable | undefined {
  return parsed.get(language);
}

/** "and" inside a number: "a hundred and five", "trinta e dois". */
export const numeralJoints = new Set(['and', 'und', 'et', 'y', 'e', 'и'].map(fold));
