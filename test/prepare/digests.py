"""Computes the digests of a plan again, from its definition, policy and runtimes: a second opinion in another language.

    python3 digests.py plan PLAN_JSON            prints the ten digests as JSON
    python3 digests.py check YAML [ROLE=FILE]... prints check_definition_sha256; ROLE= (no file) means unavailable
"""
import hashlib
import json
import sys


def units(text):
    """Sort key: UTF-16 code units."""
    return text.encode("utf-16-be")


def canonical(value):
    """RFC 8785 for numbers whose shortest text Python and JavaScript write alike (1e-4 to 1e15)."""
    if isinstance(value, dict):
        members = ((canonical(key), canonical(value[key])) for key in sorted(value, key=units))
        return "{" + ",".join(key + ":" + text for key, text in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float) and not 1e-4 <= abs(value) < 1e15:
        raise ValueError("number out of the range that this program writes: %r" % value)
    return json.dumps(value, ensure_ascii=False)


def digest(value):
    return "sha256:" + hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


def pick(value, *keys):
    return {key: value[key] for key in keys if key in value}


def without(value, *keys):
    return {key: item for key, item in value.items() if key not in keys}


def sets(groups):
    return sorted((sorted(group, key=units) for group in groups), key=lambda group: units(group[0]))


def resolve(value, pointer):
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        value = value[int(token)] if isinstance(value, list) else value[token]
    return value


def sampling_units(samples, sampling):
    kinds = {}
    for kind in ("pairing", "cluster", "stratum"):
        if kind + "Key" in sampling:
            found = {}
            for sample in samples:
                key = canonical(resolve(sample, sampling[kind + "Key"]))
                found.setdefault(key, []).append(sample["sampleId"])
            kinds[kind] = sets(found.values())
    return kinds


def target_groups(targets, comparisons):
    groups = [{target["targetId"]} for target in targets]
    for comparison in comparisons:
        arms = {comparison["controlTargetId"], *comparison["treatmentTargetIds"]}
        joined = set().union(*[group for group in groups if group & arms])
        groups = [group for group in groups if not group & arms] + [joined]
    order = [target["targetId"] for target in targets]
    return sorted([sorted(group, key=order.index) for group in groups], key=lambda group: order.index(group[0]))


def plan_digests(plan):
    definition, policy = plan["definition"], plan["measurementPolicy"]
    dataset, experiment = definition["dataset"], definition["experiment"]
    samples, dataset_id, slots = dataset["samples"], dataset["datasetId"], experiment["randomizationSlots"]
    runtimes = [entry for part in ("execution", "evaluation", "analysis", "decision") for entry in plan[part]["runtimes"]]

    def serving(*kinds):
        return [entry for entry in runtimes if entry["runtimeKind"] in kinds]

    def extensions(stage):
        found = [entry for entry in definition.get("extensions", []) if entry["appliesTo"] == stage]
        return {"extensions": sorted(found, key=lambda entry: units(entry["extensionId"]))} if found else {}

    def analysis_part(sample):
        result = pick(sample, "sampleId", "analysis")
        if "memberships" in sample.get("analysis", {}):
            memberships = sorted(sample["analysis"]["memberships"], key=units)
            result["analysis"] = {**sample["analysis"], "memberships": memberships}
        return result

    cohorts = sorted(dataset.get("analysisCohorts", []), key=lambda cohort: units(cohort["cohortId"]))
    seen = {
        "execution": [pick(sample, "sampleId", "input", "executionContext") for sample in samples],
        "evaluation": [without(sample, "analysis", "annotations") for sample in samples],
    }
    digests = {
        "datasetRevision": digest(dataset),
        "executionInput": digest({"datasetId": dataset_id, "samples": seen["execution"]}),
        "evaluationInput": digest({"datasetId": dataset_id, "samples": seen["evaluation"]}),
        "analysisInput": digest(
            {"datasetId": dataset_id, "cohorts": cohorts, "samples": [analysis_part(sample) for sample in samples]}
        ),
    }
    sampling = without(experiment["sampling"], "estimatorId")
    groups = target_groups(definition["targets"], definition["comparisons"])
    slot_of = {slot["targetId"]: slot["randomizationSlotId"] for slot in slots}
    sample_ids = sorted((sample["sampleId"] for sample in samples), key=units)
    digests["randomizationDesign"] = digest(
        {
            "schemaVersion": "eval-checks.randomization-design/v1",
            "executionInput": digests["executionInput"],
            "trials": experiment["trials"],
            "rootSeed": experiment["seed"],
            "sampling": sampling,
            "assignment": experiment["assignment"],
            "scheduling": experiment["scheduling"],
            "slots": [{"randomizationSlotId": slot["randomizationSlotId"], "sampleIds": sample_ids} for slot in slots],
            "slotGroups": sets([[slot_of[target] for target in group] for group in groups]),
            "samplingUnits": sampling_units(samples, sampling),
        }
    )
    budget = pick(policy, "budget")
    digests["executionPlan"] = digest(
        {
            "schemaVersion": "eval-checks.execution-plan/v1",
            "executionInputDigest": digests["executionInput"],
            "randomizationDesignDigest": digests["randomizationDesign"],
            "targets": definition["targets"],
            "assignments": [
                {"sampleId": sample["sampleId"], **pick(slot, "targetId", "randomizationSlotId")}
                for slot in slots
                for sample in samples
            ],
            "schedulingTargetGroups": groups,
            "experiment": {**experiment, "sampling": sampling},
            "runtimes": serving("executor"),
            "policy": {
                **pick(policy, "execution", "retry", "failure"),
                **budget,
                "executionCacheMode": policy["cache"]["executionMode"],
                "evidence": pick(policy["evidence"], "output", "trace", "maximumClassification"),
            },
            **extensions("execution"),
        }
    )
    digests["evaluationPlan"] = digest(
        {
            "schemaVersion": "eval-checks.evaluation-plan/v1",
            "executionPlanDigest": digests["executionPlan"],
            "evaluationInputDigest": digests["evaluationInput"],
            **pick(definition, "evaluators", "metrics"),
            "runtimes": serving("evaluator", "judge-executor"),
            "policy": {
                **pick(policy, "evaluation", "evidence", "failure"),
                **budget,
                "evaluationCacheMode": policy["cache"]["evaluationMode"],
            },
            **extensions("evaluation"),
        }
    )
    digests["analysisPlan"] = digest(
        {
            "schemaVersion": "eval-checks.analysis-plan/v1",
            "evaluationPlanDigest": digests["evaluationPlan"],
            "analysisInputDigest": digests["analysisInput"],
            "cohorts": cohorts,
            "graph": definition["analysisGraph"],
            **pick(definition, "metrics", "experiment", "comparisons"),
            "runtimes": serving("analysis-node", "sampling-estimator", "missing-policy"),
            **extensions("analysis"),
        }
    )
    decision = {"policy": definition["decisionPolicy"]} if "decisionPolicy" in definition else {}
    digests["decisionPlan"] = digest(
        {
            "schemaVersion": "eval-checks.decision-plan/v1",
            "analysisPlanDigest": digests["analysisPlan"],
            "analysisInputDigest": digests["analysisInput"],
            **decision,
            "runtimes": serving("decision-policy"),
            **extensions("decision"),
        }
    )
    digests["runContract"] = digest(
        {
            "schemaVersion": "eval-checks.run-plan/v1",
            **pick(digests, "executionPlan", "evaluationPlan", "analysisPlan", "decisionPlan"),
            "schemaIdentities": plan["schemaIdentities"],
            "eventDelivery": policy["eventDelivery"],
            **pick(definition, "seriesMembership"),
            **extensions("run"),
        }
    )
    return digests


def check_definition_sha256(yaml, references):
    sha = hashlib.sha256(b"eval-banana/check-definition-sha256/v1\0")
    components = [("definition.yaml", yaml)]
    for role, content in references:
        components.append((role, content) if content is not None else (role + "-unavailable", b""))
    for name, content in components:
        for part in (name.encode(), content):
            sha.update(len(part).to_bytes(8, "big") + part)
    return "sha256:" + sha.hexdigest()


def read(path):
    with open(path, "rb") as file:
        return file.read()


if __name__ == "__main__":
    if sys.argv[1] == "plan":
        print(json.dumps(plan_digests(json.loads(read(sys.argv[2])))))
    else:
        pairs = [argument.split("=", 1) for argument in sys.argv[3:]]
        print(check_definition_sha256(read(sys.argv[2]), [(role, read(path) if path else None) for role, path in pairs]))
