import { ENGLISH_COURSE_VERBS, ENGLISH_NO_TITLE, ENGLISH_STOPWORDS } from './english-words.ts';
import { adverbs, englishTasks, will } from './english-tasks.ts';
import { ENGLISH_DUE } from './english-due.ts';
import { opening, phrase, removable, run, wordSet, type LanguageCues } from './language-cues.ts';
import { ENGLISH_NUMBERS } from './number-words.ts';

function stemEnglish(word: string): string {
  return word
    .replace(/'s$/, '')
    .replace(/(?<=.{3})ies$/, 'y')
    .replace(/(?<=.{4})(?:ations?|ating|ated|ates)$/, 'ate')
    .replace(/(?<=.{4})(?:ings?|ed|es|s)$/, '')
    .replace(/(?<=.{3})s$/, '')
    .replace(/(.)\1$/, '$1');
}

export const english: LanguageCues = {
  language: 'en',
  stopwords: ENGLISH_STOPWORDS,
  nounsAreCapitalised: false,
  stem: stemEnglish,
  numberWords: ENGLISH_NUMBERS,
  participle: /[^e]ed$/u,
  noTitle: new Set([...ENGLISH_NO_TITLE].map(stemEnglish)),
  fillers: removable`
      um+|uh+|uhm+|erm*|mm+|hmm+|mm-hmm|mm - hmm|uh-huh|ah+|eh|huh|you know|i mean|sort of|kind of|i guess
    `,
  leadIns: run`
      so|and|but|well|okay|ok|yeah|yes|yep|right|now|alright|all right|then|or|because|cause|also|anyway
      oh|sure|great|good|perfect|fine|cool|like
    `,
  salient: phrase`
      decid(?:e|ed|ing)|decision|agreed?|agreement|conclu(?:de|ded|sion)|important(?:ly)?|main|key|goal
      aim|purpose|problem|issue|risk|plan(?:ned|ning)?|deadline|budget|proposal|propose|suggest|recommend
      result|in summary|to summari[sz]e|basically|the (?:idea|question|point|reason) is|we need to
      we have to|should be|design|requirements?|project|working on|next (?:meeting|step)|presentation
    `,
  agenda: new RegExp(
    "(?<![\\p{L}])(?:(?:let's|let us|i(?:'d| would) like to|i want to|we(?:'ll| should| can)|shall we) (?:now |then |first )?(?:start(?: off)? with|begin with|move on to|move to|go to|turn to|jump to|talk about|discuss|look at|cover|switch to)|" +
      '(?:moving|going|coming) on to|turning to|(?:the )?(?:next|first|second|third|last|final|other) (?:item|topic|point|thing|agenda item|subject|order of business)(?: on (?:the|our) (?:agenda|list))?(?: is|,|:)|' +
      'next up(?: is|,|:)?|on the agenda(?: is|:)?|any other business)(?:,? (?!(?:that|this|it|them|those|these|you|us|me)(?![\\p{L}]))(?<title>[^.?!;:,]{3,60}))?',
    'iu',
  ),
  determiners: /^(?:the|our|a|an|is|about) /iu,
  agreementStart: opening`
      yeah|yes|yep|yup|okay|ok|right|sure|mm-hmm|good|great|fine|agreed|i agree|exactly|perfect|alright
      all right|sounds|absolutely|definitely|of course|done|deal|works for me|that works
      no (?:problem|objections?|worries)|that's (?:good|fine|right|great|perfect|true)|same here
      makes sense|will do|on it|happy to|i can|i'll|i will|seconded|plus one|noted|got it|understood
      love it|cool|fair enough|i do
    `,
  confirmation: phrase`
      agreed|i agree|seconded|let's do (?:that|it|this)|let's go (?:with|for) (?:that|it|this)
      (?:it's|that's|it is|that is|then it's|consider it) (?:decided|settled|agreed|a deal|final|the plan|a plan|done)
      sounds good|sounds like a plan|works for me|that works|go for it
      i'm (?:fine|ok|okay|happy|good) with (?:that|it|this)|no objections?|decided|approved|deal
      let's (?:lock|fix) (?:that|it) in|all in favou?r|we're all agreed|everyone agrees|i'm in|plus one
    `,
  refusalStart: opening`
      no(?!,? (?:problem|worries|objections?|doubt|questions?|rush|i agree|agreed|that's (?:fine|good|right|great)|it's fine))
      nope|nah
      i (?:don't|do not) (?:think (?:so|that|we|it|this)|agree|like|want|have (?:the )?time|know about that)
      i disagree|i (?:really )?would not|i wouldn't|absolutely not
      not (?:really|yet|now|me|so fast|convinced|necessarily|this (?:week|month|quarter|sprint))|let's not
      i'd rather(?: not)?
      i'm (?:not (?:sure|convinced|comfortable|happy|able)|against|afraid|out|too busy|on (?:leave|holiday|vacation)|away)
      i (?:can't|cannot|can not|won't|will not|couldn't)|sorry,? (?:i|but|no|that|we)|unfortunately
      that (?:won't|doesn't|wouldn't|can't|will not) (?:work|fly|help)|that's (?:too|not|a bad)|hold on
      wait|we (?:can't|cannot|shouldn't)|hmm,? no|please (?:don't|no)
      too (?:risky|early|late|expensive)|it's too|over my dead body
    `,
  reversal: phrase`
      (?:no|actually|wait|hmm|hold on|sorry|oh),? (?:no,? )?let's not
      let's not(?= (?:do (?:that|this|it)|go|after all)|[.!,]|$)|on second thoughts?
      (?:scratch|strike|scrap|forget|cancel|drop|undo|reverse) (?:that|this|it)(?! (?:up|was|is|would))
      never ?mind|i take (?:that|it) back|change of plans?
      we(?:'re| are) not (?:doing|going with) (?:that|this|it)
      (?:we|i)(?:'ve| have)? changed (?:our|my) minds?|that's off the table|not after all
      don't (?:bother|worry about (?:it|that))|no need(?: to)?|you don't (?:have|need) to
      let's hold off(?: on (?:that|it|this))?|we won't do (?:that|this|it)
    `,
  replacement:
    /^(?:(?:no|wait|oh|hmm|ok|okay|well|sorry|hold on)[,.]? )*(?:actually|on second thoughts?|change of plans?|scratch that|strike that|forget that|correction)(?![\p{L}])|(?<![\p{L}])(?:instead|after all)(?=[.!]|$)/iu,
  negatedCourse: phrase`
      let's not|(?:we(?:'re| are)|i'm) not (?:doing|going with) (?:that|this|it)
      we won't do (?:that|this|it)|no need|don't bother|you don't (?:have|need) to|never ?mind,? (?!i)
    `,
  politeCondition: phrase`
      if (?:you (?:don't mind|can|could|like|want|wish|have (?:the )?(?:time|a minute|a moment))|possible|that's (?:ok|okay|fine|alright|all right)(?: with you)?|(?:everyone|everybody)(?:'s| is) (?:ok|okay|fine|happy)(?: with (?:that|it))?|there(?:'s| is| are) no(?: more| other| further)? objections?|no ?(?:body|one) (?:objects|minds|disagrees)|needed|necessary|not|anything|i(?:'m| am) not mistaken|i may|i remember (?:correctly|right))
    `,
  hypothetical: phrase`
      if|unless|what if|suppos(?:e|ing)|imagine|assuming|in case|whether|hypothetically|in theory
      theoretically|ideally|let's say|let's pretend|let's assume|let's imagine|would
      (?:i|we|you|he|she|they)'d(?! better| like)|(?:could|might|should|would) have|were to|i wish
      in an ideal world|for example|for instance|say,
    `,
  tentative: phrase`
      maybe|perhaps|might|may|possibly|i wonder|wondering|don't know|not sure|could we|could
      one (?:option|idea|way)|probably
    `,
  pastTime: phrase`
      (?:last|the previous|the other) (?:time|meeting|week|month|quarter|year|sprint|summer|winter|spring|autumn|fall|day|monday|tuesday|wednesday|thursday|friday)
      yesterday
      (?:a|two|three|four|several|few|couple of|\d+) (?:days?|weeks?|months?|years?|sprints?) ago
      back (?:in|then|when)|earlier this (?:week|month|year|quarter)|previously|at the time|in the past
      originally|once|in (?:19|20)\d\d
      in (?:january|february|march|april|june|july|august|september|october|november|december)
      when we (?:last|first)
    `,
  reportedSpeech: phrase`
      (?<!as )(?:i|we|he|she|they|you|[\p{L}]+) (?:said|told (?:me|us|him|her|them)|promised|mentioned|claimed|complained|was going|were going|was supposed|were supposed)
      (?:i|we|he|she|they) (?:wanted|thought|figured|tried|assumed|hoped)|used to
      (?:had|'d) (?:already |previously |once |originally )?(?:decided|agreed|chosen|promised)
      already (?:decided|agreed|did|done|sent|made|fixed|shipped|talked|told)
      (?:they|he|she|you|management|the (?:board|client|customer|vendor|competition|management)|our competitors?) (?:have |has |had )?(?:decided|agreed|chose|chosen)
    `,
  decisions: [
    {
      pattern: phrase`
      (?:we've|we have|everyone has|the (?:group|team) has|we(?:'re| are)|so we)(?: now| all| just| then)? (?:decided|agreed|settled on|chosen|concluded|resolved|committed|voted)(?! (?:yet|with (?:you|him|her)))
      we (?:all )?agree (?:that|to|on)
    `,
      weight: 3,
    },
    {
      pattern: phrase`
      (?:we|everyone|everybody|the (?:group|team)|the whole team)(?: now| all| just| then)? (?:decided|agreed|settled on|chose|concluded|resolved|voted)(?! (?:yet|with (?:you|him|her)))
    `,
      weight: 3,
      past: true,
    },
    {
      pattern: phrase`
      (?:the |our |final |so the )(?:decision|verdict|conclusion|agreement) (?:is|here is|stands)
      (?:it's|that's|it is|that is|this is) (?:decided|settled|agreed|official|final|a decision)|decision:
      decided:|agreed:|resolved:|(?:^|so )(?:decided|agreed),? (?:that |then )?(?:we|to)
      (?:let's|we|let us) (?:decide|agree|settle)(?: (?:that|this|it|the following|as follows|on (?:that|this|it)))?:
      motion (?:passes|passed|carried|carries)|(?:is|are|it's|that's) approved
      (?:let's|we) (?:make|call) (?:it|that) (?:official|final|a decision)|let's lock (?:in|it in|that in)
    `,
      weight: 3,
    },
    {
      pattern: phrase`
      (?:we(?:'ll| will)|let's|we(?:'re| are) (?:going to|gonna)|we(?:'re| are)) (?:just |definitely |then |all |now )*(?:go(?:ing)? (?:with|for|ahead with)|stick(?:ing)? (?:with|to)|settle on|opt for|choose|pick)
      going with|go with|final answer
    `,
      weight: 2.5,
    },
    { pattern: phrase`(?:let's|let us)(?: not)?${adverbs} (?:${ENGLISH_COURSE_VERBS})`, weight: 2 },
    {
      pattern: phrase`
      we${will}(?: not)?${adverbs} (?:${ENGLISH_COURSE_VERBS})|we won't [\p{L}]+
      we(?:'re| are) not (?:going to|doing|having|using|shipping|launching|moving|hiring|changing)
      we(?:'re| are)(?: also| now| just| then)? (?:having|using|doing|dropping|keeping|cutting|moving|shipping|launching|postponing|cancel+ing|hiring|switching)
    `,
      weight: 2,
    },
    {
      pattern: phrase`
      (?:so|okay|ok|then|right),? (?:it's|that's|it'll be|that'll be|it will be) (?:gonna be|going to be|the|a)
    `,
      weight: 1.2,
    },
    {
      pattern: phrase`
      i(?:'d| would)? (?:think|say|suggest|propose|vote|move|recommend)(?: that)? we
      (?:i(?:'d| would)? )?(?:propose|suggest|recommend|vote (?:for|to))|we (?:should|could|can)
      my (?:proposal|suggestion|recommendation) is|(?:shall|should|can|could) we|(?:how|what) about
      why don't we|(?:do|are) we (?:all )?(?:agree|agreed)
    `,
      weight: 1,
    },
    {
      pattern: phrase`
      final(?:ly|ise|ize)?|definitely|instead of|rather than|for sure|from now on|effective immediately
      is off|stays|remains|is out of scope|is in scope
    `,
      weight: 0.6,
    },
  ],
  procedural: phrase`
      (?:let's|let us|we(?:'ll| will| can| should)|shall we|should we|can we|i(?:'d| would)? (?:suggest|propose) we|why don't we) (?:just |quickly |now |then |first |all |briefly |maybe )*(?:say|see|hear|start(?: (?:with|off|by|the meeting|this meeting|now|here|at)|[.!,?]|$)|begin|(?:leave|keep) (?:it|that|this|things|(?:the|this|today's) (?:question|point|issue|topic|matter|decision|meeting|call|session))(?: (?:of|about|on|whether|who|how|what|when) [^.?!]{3,80})? (?:open|undecided|quick|short|brief|moving|in mind|for (?:later|next time|another (?:time|day)))|keep (?:going|moving)|park (?:it|that|this)|return to|pick (?:it|that|this) up|get back to|revisit|circle back|take (?:it|that|this) offline|be (?:quick|brief)|get (?:started|going|to|into|back|through)|kick|move on|move to the next|talk|discuss|go (?:around|round|through|over|back|on|to the next|first|ahead[.!?])|continue|jump|dive|wrap|take (?:(?:a|another) (?:\p{L}+ )?(?:look|moment|step|vote)|(?:[\p{L}\d-]+ ){0,4}break|(?:five|ten)(?:[.!,]|$| minutes))|look at|come back|be honest|face it|hope|pause here|recap|review the agenda|turn|give (?:it|them|everyone) (?:a|another) (?:minute|moment|second)|do (?:a )?(?:round|intros?|introductions?)|stop (?:here|there)|leave it (?:there|here)|make a start|have a (?:look|think|break)|end (?:here|there)|meet (?:again|back)|wait (?:for (?:him|her|them)|a (?:minute|moment|second))|pretend|assume|imagine|use (?:the|this) (?:time|meeting|slot|opportunity))
    `,
  undecided: phrase`
      (?:haven't|have not|hasn't|not|never|didn't|did not|don't|can't|cannot) (?:yet |really |quite |actually |formally |fully )?(?:decided?|agreed?|settled?|chosen?|conclu\p{L}+)
      (?:we|i|they)(?:'ll| will| need to| have to| should| must| can| could|'re going to| still need to)(?: \p{L}+)? (?:decide|agree|choose|settle)
      let's (?:decide|agree|settle|vote)(?! (?:that|this|it|the following|as follows|on (?:that|this|it))?:)|(?:to be|yet to be|still to be) (?:decided|agreed)|no decision
      before we decide|decide (?:later|next|whether|if|on whether)
      (?:postpone|defer|delay|park) (?:the|this|that) (?:decision|discussion|question|topic)
      need a decision|make a decision|i(?:'m| am) not (?:saying|suggesting)
      i don't think we (?:should|can|need)|we could also|one option (?:is|would)
    `,
  ...englishTasks,
  due: ENGLISH_DUE,
  noPerson: wordSet(
    'i we you he she they it this that there here monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december what who when where why how which if and but so or then also maybe okay yes no the a an everyone everybody someone somebody anyone nobody nothing something english german french spanish ceo cto cfo api ui ux qa hr it q1 q2 q3 q4 one two three marketing sales engineering legal finance support design operations ops product procurement security management customers users christmas easter tomorrow today next last things people our my your his her their its these those',
  ),
  questionStart: phrase`
      what|how|why|which|when|where|who|whose
      (?:do|does|did|should|shall|can|could|are|is|will|would|have|has) (?:we|it|there|they|this|that|the|our|someone|anyone|i|you|he|she)
    `,
  smallTalk: phrase`
      can (?:you|everyone|everybody|anyone) (?:hear|see)|hear me|see my screen|how are (?:you|we doing)
      how(?:'s| is) (?:everyone|everybody|it going|your)
      (?:any|other|more|further) (?:questions|comments|thoughts|objections|remarks)|anything else
      anyone else|who(?:'s| is| wants to) (?:next|first|start|go)
      shall we (?:start|begin|move|get|continue|go)|are we (?:ready|good|done|recording)
      is (?:everyone|everybody) (?:here|ready|ok|okay)|does that make sense|make sense
      (?:isn't|aren't|doesn't|don't|right|okay|ok|yeah|no|huh) ?(?:it|you|we|they)?\?|you know
      what do you mean|sorry\?|say that again|are you (?:there|ready|sure|kidding|serious)
      is that (?:right|ok|okay|correct|it)|what's up|what did you say|do you (?:mean|want|see|agree)|am i
      all in favou?r|do we (?:all )?agree|deal\?
    `,
  unresolved: phrase`
      (?:i |we |i really |we really )?(?:don't|do not) (?:know|remember)(?! if you)
      (?:not|never) (?:entirely |really |yet |quite )?(?:sure|clear|certain|decided)|no idea|no clue
      (?:have|need|'ll have|got) to (?:see|check|find out|ask|look into|think about|figure)|find out
      open question|good question|wait and see|(?:it |that )?depends|take (?:it|that|this) offline
      come back to (?:that|this|it)|(?:can't|cannot) (?:say|tell|answer)
      to be (?:decided|determined|confirmed)|tbd|remains to be seen|up in the air|nobody knows
      let me check|park (?:that|this|it)|(?:leave|keep) (?:that|this|it) open|unclear|not decided|haven't decided
    `,
  openStatement: phrase`
      (?:the |an |another |one |one more |big |biggest |main |remaining )?open (?:question|issue|point)s?(?: is| are|:| here| remains?)?
      (?:it's|it is|that's|that is|this is|is|are|remains?) (?:still |currently )?(?:open|unclear|undecided|unresolved|tbd|to be (?:decided|determined))
      (?:we|i) (?:still )?(?:don't|do not) (?:yet )?know (?:what|how|why|which|when|where|who|whether|if)
      (?:still|yet) (?:need|have) to (?:decide|figure out|find out|work out|clarify|determine)
      (?:haven't|have not) (?:yet )?(?:decided|agreed|figured out|settled|worked out)
      (?:it's|it is) not clear (?:yet )?(?:what|how|why|which|when|where|who|whether|if)
      (?:leave|keep) the (?:question|issue|point|matter|decision) (?:of|about|on|whether|who|how|what|when) [^.?!]{3,80} open
      the question is (?:whether|how|what|who|if|when|which)
      (?:i'm|we're) (?:still )?not sure (?:yet )?(?:what|how|why|which|when|where|who|whether|if)
    `,
  groupName: 'team',
  overview: {
    quote: ['“', '”'],
    and: 'and',
    about: (subjects) => `The meeting was about ${subjects}.`,
    discussed: (place, subjects, leader) => {
      const start = { first: 'First, ', middle: 'Then ', last: 'Finally, ', only: '' }[place];
      const text =
        leader === null
          ? `${start}the group discussed ${subjects}.`
          : `${start}${leader} talked about ${subjects}.`;
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
    },
  },
};
