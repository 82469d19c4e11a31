import { wordSet } from './language-cues.ts';

/** Function words, and the small change of meetings. */
export const ENGLISH_STOPWORDS = wordSet(`
a about above across actually after afterwards again against ago ah ain't all almost alone along already alright also although always am among
an and another any anybody anyhow anyone anything anyway anyways anywhere apart are aren't around as aside ask at away back basically be became
because become been before beforehand being below beside besides better between beyond big bit both bring but by bye call came can can't cannot
cause certain certainly come comes coming cool could couldn't course did didn't different do does doesn't doing don't done down during
each easy eh either else enough er especially etc even ever every everybody everyone everything everywhere exactly except excuse fact fair
far feel few fine first folks for found from full further gave general get gets getting give given gives glad go goes going gone gonna good got
gotta great guess guy guys had hadn't half happen happened happens hard hardly has hasn't have haven't having he he'd he'll he's hello help hence
her here here's hers herself hey hi him himself his hm hmm hold how how's however huh i i'd i'll i'm i've idea if important in indeed inside instead
into is isn't it it'd it'll it's its itself just keep kind kinda knew know known knows large last lastly lately later least leave left less
let let's lets like liked likely likes little long look looked looking looks lot lots lovely made mainly make makes making many matter
may maybe me mean means meant meanwhile might mind mine minute minutes mm moment more moreover most mostly much must my myself near nearly need needed
needs neither never new next nice no nobody none nope nor not nothing now nowhere obviously of off often oh ok okay old on once one ones
only onto or other others otherwise ought our ours ourselves out outside over overall own pardon part particular past people perfect perhaps
please point possible possibly pretty previous probably put quick quickly quite rather ready real really reason regarding remember right
said same saw say saying says second see seem seemed seems seen sense several shall she she'd she'll she's should shouldn't show simply since
small so some somebody somehow someone something sometimes somewhere soon sorry sort sorta stand start started starting still
stuff such suddenly sure take taken takes taking talk talked talking tell than thank thanks that that'd that'll that's the their theirs
them themselves then there there'd there'll there's therefore these they they'd they'll they're they've thing things think thinking
third this those though thought three through thus time times to today together told tomorrow tonight too took toward towards tried tries true truly try
trying turn turned two uh uh-huh um under unless unlike until up upon us use used useful uses using usually various very via
wait wanna want wanted wants was wasn't way ways we we'd we'll we're we've welcome well went were weren't what what's whatever when whenever where
where's whether which while who who's whoever whole whom whose why will wish with within without won't wonder word words work working works worth
would wouldn't wow wrong yeah year yep yes yesterday yet you you'd you'll you're you've your yours yourself yourselves yup
afternoon agree agreed bunch correct everyone's evening figure forward happy hour hours interesting month months morning night
number okay-dokay question questions somebody's someone's supposed team week weeks weekend
`);

/** Verbs of work that can be handed over and be done. */
export const ENGLISH_TASK_VERBS = [
  'add|address|adjust|align|announce|apply|approach|arrange|ask|assemble|assign|attach|audit|automate|back up|benchmark|book|brief|bring|build|buy',
  'call|cancel|capture|chase|check|circulate|clarify|clean|close|coach|collate|collect|come (?:back|up)|compare|compile|complete|compose|configure|confirm',
  'connect|consolidate|contact|convert|coordinate|copy|correct|cover|create|cut|debug|define|delete|deliver|demo|deploy|describe|design|develop|dig',
  'distribute|do|document|double[- ]check|download|draft|draw|edit|email|e-mail|escalate|estimate|evaluate|experiment|explore|export|extend|extract',
  'fetch|figure out|file|fill|finali[sz]e|find|finish|fix|flag|follow up|follow-up|forward|gather|generate|get|give|grab|handle|hand|have|host|hunt',
  'identify|implement|improve|include|inform|install|integrate|interview|introduce|investigate|invite|kick off|label|lead|list|load|log|look (?:at|into|up|for|over)',
  'mail|make|manage|map|measure|meet|merge|message|migrate|mock|monitor|move|negotiate|note|notify|open|order|organi[sz]e|own|pass|patch|pay|phone|pick up|ping',
  'plan|post|prepare|present|print|prioriti[sz]e|process|produce|propose|provide|publish|pull|push|put|query|raise|reach out|read|rebuild|record|recruit',
  'redesign|redo|reduce|refactor|refine|register|release|remind|remove|rename|renew|replace|reply|report|request|rerun|research|reserve|resolve|respond|restart',
  'return|revert|review|revise|rewrite|roll out|run|scan|schedule|scope|search|secure|select|send|separate|set|set up|setup|share|ship|shoot|sign|simplify|sketch',
  'sort|source|speak|spec|specify|split|start|stop|store|submit|summari[sz]e|supply|survey|switch|sync|take (?:care|a look|over|on|notes|it|that|this|the)|talk to|teach',
  'tell|test|tidy|track|train|transcribe|transfer|translate|try|tune|type|update|upgrade|upload|validate|verify|visit|walk|wire|work (?:on|out|with)|wrap up|write',
].join('|');

/** Verbs that settle a course rather than hand out work. */
export const ENGLISH_COURSE_VERBS = [
  'adopt|allow|avoid|ban|base|bring|cancel|cap|change|charge|choose|combine|commit|continue|cut|deprecate|defer|delay|discontinue|do|double|drop|end|exclude|extend|focus',
  'freeze|give|go (?:for|with|ahead|live|back)|have(?! to)|hire|hold|increase|include|introduce|invest|keep|kill|launch|leave|limit|lower|make|meet|merge|migrate|move|offer|open|pause|pick',
  'postpone|prioriti[sz]e|put|raise|reduce|release|remove|rename|renew|replace|require|retire|return|roll|run|scrap|select|sell|ship|shift|skip|split|spend|standardi[sz]e|start|stay',
  'stick|stop|support|switch|take|target|try|use|wait|add|set|aim|get|accept|approve|reject|record|outsource|build|buy|rent|pay|hand|push|sunset|rewrite|treat|store|host|publish|plan on|proceed',
].join('|');

/** Common verbs and their like: they carry content, and make poor titles of topics. */
export const ENGLISH_NO_TITLE = wordSet(`
accept actual add added adding agree allow announce appear apply arrange ask asked asking assume attend avoid aware begin believe bring brought buy
call change changed changing check checked choose chosen close collect combine compare complete consider contain continue convince cost count cover create
crazy decide decided deciding depend depends describe develop discuss discussed discussing double drop easier eight eleven everyone exact exist expect explain fail
fast fill final find finish finished five fit fix follow form four forget funny getting grab happening handle hear heard help hold hope imagine improve include included including
introduce involve join keep keeping kept lead learn let list listen live lose lost love main manage meant meet mention mentioned miss move moved moving nice nine note notice
offer okay-ish order paid pay pick plus present prepare presume probable propose proposed pull push put reach read receive recommend record reduce regard relate
remain remind remove replace reply require respond return review run running see seem select send sending sense sent separate set seven share shipped shows sign sit six skip slow solve
sounds speak spend spent split spoke stay stick stop stuff suggest suggested suppose suppose swamped switch tell ten think throw touch treat turn twelve twenty twice type
understand update upload twentieth thirtieth fifteenth fourth fifth sixth seventh eighth ninth tenth eleventh twelfth item agenda topic loud morning wait waiting walk watch wear whoever win wonder wondered write writing wrote yesterday
`);
