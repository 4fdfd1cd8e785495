// Fields of our own, which the original table of inputs does not have.
import type { InputField } from './row.js'

/** Fields of our own by their normalised name. */
export const ownFields: Readonly<Record<string, InputField>> = {
  'definition.instrumentControls': {
    owner: 'Definition',
    digestStage: 'analysis',
    defaultSource: 'none',
    summary: {
      en: 'Treatments that have to win or to tie; otherwise the instrument is broken',
      zh: '必须胜出或打平的实验组；否则测量工具有问题',
    },
  },
  'definition.instrumentControls.mustWin': {
    owner: 'Definition',
    digestStage: 'analysis',
    defaultSource: 'none',
    summary: { en: 'Treatments that have to win over the control', zh: '必须胜过对照的实验组' },
  },
  'definition.instrumentControls.mustTie': {
    owner: 'Definition',
    digestStage: 'analysis',
    defaultSource: 'none',
    summary: { en: 'Treatments that have to tie with the control', zh: '必须与对照打平的实验组' },
  },
  'definition.targetRuntime.command': {
    owner: 'Definition',
    digestStage: 'execution',
    defaultSource: 'none',
    qualification: ['executor-protocol'],
    summary: { en: 'Program and arguments of a command that answers', zh: '作答命令的程序与参数' },
  },
  'definition.targetRuntime.commandProtocol': {
    owner: 'Definition',
    digestStage: 'execution',
    defaultSource: 'none',
    qualification: ['executor-protocol'],
    summary: { en: 'How the command is spoken to', zh: '与命令交换数据的协议' },
  },
  'presentation.keepWorkspaces': {
    owner: 'Presentation',
    digestStage: 'none',
    defaultSource: 'documented',
    defaultValue: false,
    summary: { en: 'Keep the workspace of every attempt', zh: '保留每次尝试的工作区' },
  },
  'presentation.json': {
    owner: 'Presentation',
    digestStage: 'none',
    defaultSource: 'documented',
    defaultValue: false,
    summary: { en: 'Print JSON instead of text', zh: '以 JSON 代替文本输出' },
  },
  'presentation.includeContent': {
    owner: 'Presentation',
    digestStage: 'none',
    defaultSource: 'documented',
    defaultValue: false,
    summary: { en: 'Let reports show what samples and answers say', zh: '允许报告显示样本与回答的内容' },
  },
}
