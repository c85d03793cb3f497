/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../../src/codec/protobuf.ts";

const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["default"] || ($protobuf.roots["default"] = {});

export const tidepool = $root.tidepool = (() => {

    const tidepool = {};

    tidepool.rollapp = (function() {

        const rollapp = {};

        rollapp.StateStatus = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "STATE_STATUS_UNSPECIFIED"] = 0;
            values[valuesById[1] = "STATE_STATUS_RECEIVED"] = 1;
            values[valuesById[2] = "STATE_STATUS_FINALIZED"] = 2;
            return values;
        })();

        rollapp.StateInfoIndex = (function() {

            const StateInfoIndex = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            StateInfoIndex.prototype.rollappId = "";
            StateInfoIndex.prototype.index = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            StateInfoIndex.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(10).string(message.rollappId);
                if (message.index != null && $Object.hasOwnProperty.call(message, "index") && (typeof message.index === "object" ? message.index.low || message.index.high : message.index !== 0))
                    writer.uint32(16).uint64(message.index);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            StateInfoIndex.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.StateInfoIndex();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.index = value;
                            else
                                delete message.index;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StateInfoIndex;
        })();

        rollapp.BlockDescriptor = (function() {

            const BlockDescriptor = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            BlockDescriptor.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            BlockDescriptor.prototype.stateRoot = $util.newBuffer([]);
            BlockDescriptor.prototype.intermediateStatesRoot = $util.newBuffer([]);

            BlockDescriptor.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(8).uint64(message.height);
                if (message.stateRoot != null && $Object.hasOwnProperty.call(message, "stateRoot") && message.stateRoot.length)
                    writer.uint32(18).bytes(message.stateRoot);
                if (message.intermediateStatesRoot != null && $Object.hasOwnProperty.call(message, "intermediateStatesRoot") && message.intermediateStatesRoot.length)
                    writer.uint32(26).bytes(message.intermediateStatesRoot);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            BlockDescriptor.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.BlockDescriptor();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.stateRoot = value;
                            else
                                delete message.stateRoot;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.intermediateStatesRoot = value;
                            else
                                delete message.intermediateStatesRoot;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlockDescriptor;
        })();

        rollapp.BlockDescriptors = (function() {

            const BlockDescriptors = function (properties) {
                this.BD = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            BlockDescriptors.prototype.BD = $util.emptyArray;

            BlockDescriptors.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.BD != null && message.BD.length)
                    for (let i = 0; i < message.BD.length; ++i)
                        $root.tidepool.rollapp.BlockDescriptor.encode(message.BD[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            BlockDescriptors.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.BlockDescriptors();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.BD && message.BD.length))
                                message.BD = [];
                            message.BD.push($root.tidepool.rollapp.BlockDescriptor.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlockDescriptors;
        })();

        rollapp.StateInfo = (function() {

            const StateInfo = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            StateInfo.prototype.stateInfoIndex = null;
            StateInfo.prototype.sequencer = "";
            StateInfo.prototype.startHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            StateInfo.prototype.numBlocks = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            StateInfo.prototype.DAPath = "";
            StateInfo.prototype.version = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            StateInfo.prototype.creationHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            StateInfo.prototype.status = 0;
            StateInfo.prototype.BDs = null;

            StateInfo.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.stateInfoIndex != null && $Object.hasOwnProperty.call(message, "stateInfoIndex"))
                    $root.tidepool.rollapp.StateInfoIndex.encode(message.stateInfoIndex, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.sequencer != null && $Object.hasOwnProperty.call(message, "sequencer") && message.sequencer !== "")
                    writer.uint32(18).string(message.sequencer);
                if (message.startHeight != null && $Object.hasOwnProperty.call(message, "startHeight") && (typeof message.startHeight === "object" ? message.startHeight.low || message.startHeight.high : message.startHeight !== 0))
                    writer.uint32(24).uint64(message.startHeight);
                if (message.numBlocks != null && $Object.hasOwnProperty.call(message, "numBlocks") && (typeof message.numBlocks === "object" ? message.numBlocks.low || message.numBlocks.high : message.numBlocks !== 0))
                    writer.uint32(32).uint64(message.numBlocks);
                if (message.DAPath != null && $Object.hasOwnProperty.call(message, "DAPath") && message.DAPath !== "")
                    writer.uint32(42).string(message.DAPath);
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                    writer.uint32(48).uint64(message.version);
                if (message.creationHeight != null && $Object.hasOwnProperty.call(message, "creationHeight") && (typeof message.creationHeight === "object" ? message.creationHeight.low || message.creationHeight.high : message.creationHeight !== 0))
                    writer.uint32(56).uint64(message.creationHeight);
                if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
                    writer.uint32(64).int32(message.status);
                if (message.BDs != null && $Object.hasOwnProperty.call(message, "BDs"))
                    $root.tidepool.rollapp.BlockDescriptors.encode(message.BDs, writer.uint32(74).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            StateInfo.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.StateInfo();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.stateInfoIndex = $root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1, message.stateInfoIndex);
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.sequencer = value;
                            else
                                delete message.sequencer;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.startHeight = value;
                            else
                                delete message.startHeight;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.numBlocks = value;
                            else
                                delete message.numBlocks;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.DAPath = value;
                            else
                                delete message.DAPath;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.creationHeight = value;
                            else
                                delete message.creationHeight;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.status = value;
                            else
                                delete message.status;
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.BDs = $root.tidepool.rollapp.BlockDescriptors.decode(reader, reader.size(), $undefined, _depth + 1, message.BDs);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StateInfo;
        })();

        rollapp.StateInfoSummary = (function() {

            const StateInfoSummary = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            StateInfoSummary.prototype.stateInfoIndex = null;
            StateInfoSummary.prototype.status = 0;
            StateInfoSummary.prototype.creationHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            StateInfoSummary.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.stateInfoIndex != null && $Object.hasOwnProperty.call(message, "stateInfoIndex"))
                    $root.tidepool.rollapp.StateInfoIndex.encode(message.stateInfoIndex, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
                    writer.uint32(16).int32(message.status);
                if (message.creationHeight != null && $Object.hasOwnProperty.call(message, "creationHeight") && (typeof message.creationHeight === "object" ? message.creationHeight.low || message.creationHeight.high : message.creationHeight !== 0))
                    writer.uint32(24).uint64(message.creationHeight);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            StateInfoSummary.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.StateInfoSummary();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.stateInfoIndex = $root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1, message.stateInfoIndex);
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.status = value;
                            else
                                delete message.status;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.creationHeight = value;
                            else
                                delete message.creationHeight;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return StateInfoSummary;
        })();

        rollapp.BlockHeightToFinalizationQueue = (function() {

            const BlockHeightToFinalizationQueue = function (properties) {
                this.finalizationQueue = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            BlockHeightToFinalizationQueue.prototype.finalizationHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            BlockHeightToFinalizationQueue.prototype.finalizationQueue = $util.emptyArray;

            BlockHeightToFinalizationQueue.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.finalizationHeight != null && $Object.hasOwnProperty.call(message, "finalizationHeight") && (typeof message.finalizationHeight === "object" ? message.finalizationHeight.low || message.finalizationHeight.high : message.finalizationHeight !== 0))
                    writer.uint32(8).uint64(message.finalizationHeight);
                if (message.finalizationQueue != null && message.finalizationQueue.length)
                    for (let i = 0; i < message.finalizationQueue.length; ++i)
                        $root.tidepool.rollapp.StateInfoIndex.encode(message.finalizationQueue[i], writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            BlockHeightToFinalizationQueue.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.BlockHeightToFinalizationQueue();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.finalizationHeight = value;
                            else
                                delete message.finalizationHeight;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.finalizationQueue && message.finalizationQueue.length))
                                message.finalizationQueue = [];
                            message.finalizationQueue.push($root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return BlockHeightToFinalizationQueue;
        })();

        rollapp.MsgCreateRollapp = (function() {

            const MsgCreateRollapp = function (properties) {
                this.permissionedAddresses = [];
                this.metadatas = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            MsgCreateRollapp.prototype.creator = "";
            MsgCreateRollapp.prototype.rollappId = "";
            MsgCreateRollapp.prototype.codeStamp = "";
            MsgCreateRollapp.prototype.genesisPath = "";
            MsgCreateRollapp.prototype.maxWithholdingBlocks = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            MsgCreateRollapp.prototype.maxSequencers = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            MsgCreateRollapp.prototype.permissionedAddresses = $util.emptyArray;
            MsgCreateRollapp.prototype.metadatas = $util.emptyArray;

            MsgCreateRollapp.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.creator != null && $Object.hasOwnProperty.call(message, "creator") && message.creator !== "")
                    writer.uint32(10).string(message.creator);
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(18).string(message.rollappId);
                if (message.codeStamp != null && $Object.hasOwnProperty.call(message, "codeStamp") && message.codeStamp !== "")
                    writer.uint32(26).string(message.codeStamp);
                if (message.genesisPath != null && $Object.hasOwnProperty.call(message, "genesisPath") && message.genesisPath !== "")
                    writer.uint32(34).string(message.genesisPath);
                if (message.maxWithholdingBlocks != null && $Object.hasOwnProperty.call(message, "maxWithholdingBlocks") && (typeof message.maxWithholdingBlocks === "object" ? message.maxWithholdingBlocks.low || message.maxWithholdingBlocks.high : message.maxWithholdingBlocks !== 0))
                    writer.uint32(40).uint64(message.maxWithholdingBlocks);
                if (message.maxSequencers != null && $Object.hasOwnProperty.call(message, "maxSequencers") && (typeof message.maxSequencers === "object" ? message.maxSequencers.low || message.maxSequencers.high : message.maxSequencers !== 0))
                    writer.uint32(48).uint64(message.maxSequencers);
                if (message.permissionedAddresses != null && message.permissionedAddresses.length)
                    for (let i = 0; i < message.permissionedAddresses.length; ++i)
                        writer.uint32(58).string(message.permissionedAddresses[i]);
                if (message.metadatas != null && message.metadatas.length)
                    for (let i = 0; i < message.metadatas.length; ++i)
                        $root.tidepool.rollapp.TokenMetadata.encode(message.metadatas[i], writer.uint32(66).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            MsgCreateRollapp.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.MsgCreateRollapp();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.creator = value;
                            else
                                delete message.creator;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.codeStamp = value;
                            else
                                delete message.codeStamp;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.genesisPath = value;
                            else
                                delete message.genesisPath;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.maxWithholdingBlocks = value;
                            else
                                delete message.maxWithholdingBlocks;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.maxSequencers = value;
                            else
                                delete message.maxSequencers;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if (!(message.permissionedAddresses && message.permissionedAddresses.length))
                                message.permissionedAddresses = [];
                            message.permissionedAddresses.push(reader.stringVerify());
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            if (!(message.metadatas && message.metadatas.length))
                                message.metadatas = [];
                            message.metadatas.push($root.tidepool.rollapp.TokenMetadata.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return MsgCreateRollapp;
        })();

        rollapp.MsgCreateRollappResponse = (function() {

            const MsgCreateRollappResponse = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            MsgCreateRollappResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            MsgCreateRollappResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.MsgCreateRollappResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    reader.skipType(tag & 7, _depth, tag >>> 3);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return MsgCreateRollappResponse;
        })();

        rollapp.MsgUpdateState = (function() {

            const MsgUpdateState = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            MsgUpdateState.prototype.creator = "";
            MsgUpdateState.prototype.rollappId = "";
            MsgUpdateState.prototype.startHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            MsgUpdateState.prototype.numBlocks = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            MsgUpdateState.prototype.DAPath = "";
            MsgUpdateState.prototype.version = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            MsgUpdateState.prototype.BDs = null;

            MsgUpdateState.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.creator != null && $Object.hasOwnProperty.call(message, "creator") && message.creator !== "")
                    writer.uint32(10).string(message.creator);
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(18).string(message.rollappId);
                if (message.startHeight != null && $Object.hasOwnProperty.call(message, "startHeight") && (typeof message.startHeight === "object" ? message.startHeight.low || message.startHeight.high : message.startHeight !== 0))
                    writer.uint32(24).uint64(message.startHeight);
                if (message.numBlocks != null && $Object.hasOwnProperty.call(message, "numBlocks") && (typeof message.numBlocks === "object" ? message.numBlocks.low || message.numBlocks.high : message.numBlocks !== 0))
                    writer.uint32(32).uint64(message.numBlocks);
                if (message.DAPath != null && $Object.hasOwnProperty.call(message, "DAPath") && message.DAPath !== "")
                    writer.uint32(42).string(message.DAPath);
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                    writer.uint32(48).uint64(message.version);
                if (message.BDs != null && $Object.hasOwnProperty.call(message, "BDs"))
                    $root.tidepool.rollapp.BlockDescriptors.encode(message.BDs, writer.uint32(58).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            MsgUpdateState.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.MsgUpdateState();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.creator = value;
                            else
                                delete message.creator;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.startHeight = value;
                            else
                                delete message.startHeight;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.numBlocks = value;
                            else
                                delete message.numBlocks;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.DAPath = value;
                            else
                                delete message.DAPath;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.BDs = $root.tidepool.rollapp.BlockDescriptors.decode(reader, reader.size(), $undefined, _depth + 1, message.BDs);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return MsgUpdateState;
        })();

        rollapp.MsgUpdateStateResponse = (function() {

            const MsgUpdateStateResponse = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            MsgUpdateStateResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            MsgUpdateStateResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.MsgUpdateStateResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    reader.skipType(tag & 7, _depth, tag >>> 3);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return MsgUpdateStateResponse;
        })();

        rollapp.TokenMetadata = (function() {

            const TokenMetadata = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TokenMetadata.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            TokenMetadata.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.TokenMetadata();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    reader.skipType(tag & 7, _depth, tag >>> 3);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TokenMetadata;
        })();

        rollapp.Rollapp = (function() {

            const Rollapp = function (properties) {
                this.permissionedAddresses = [];
                this.tokenMetadata = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Rollapp.prototype.rollappId = "";
            Rollapp.prototype.creator = "";
            Rollapp.prototype.version = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Rollapp.prototype.codeStamp = "";
            Rollapp.prototype.genesisPath = "";
            Rollapp.prototype.maxWithholdingBlocks = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Rollapp.prototype.maxSequencers = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Rollapp.prototype.permissionedAddresses = $util.emptyArray;
            Rollapp.prototype.tokenMetadata = $util.emptyArray;
            Rollapp.prototype.revision = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            Rollapp.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(10).string(message.rollappId);
                if (message.creator != null && $Object.hasOwnProperty.call(message, "creator") && message.creator !== "")
                    writer.uint32(18).string(message.creator);
                if (message.version != null && $Object.hasOwnProperty.call(message, "version") && (typeof message.version === "object" ? message.version.low || message.version.high : message.version !== 0))
                    writer.uint32(24).uint64(message.version);
                if (message.codeStamp != null && $Object.hasOwnProperty.call(message, "codeStamp") && message.codeStamp !== "")
                    writer.uint32(34).string(message.codeStamp);
                if (message.genesisPath != null && $Object.hasOwnProperty.call(message, "genesisPath") && message.genesisPath !== "")
                    writer.uint32(42).string(message.genesisPath);
                if (message.maxWithholdingBlocks != null && $Object.hasOwnProperty.call(message, "maxWithholdingBlocks") && (typeof message.maxWithholdingBlocks === "object" ? message.maxWithholdingBlocks.low || message.maxWithholdingBlocks.high : message.maxWithholdingBlocks !== 0))
                    writer.uint32(48).uint64(message.maxWithholdingBlocks);
                if (message.maxSequencers != null && $Object.hasOwnProperty.call(message, "maxSequencers") && (typeof message.maxSequencers === "object" ? message.maxSequencers.low || message.maxSequencers.high : message.maxSequencers !== 0))
                    writer.uint32(56).uint64(message.maxSequencers);
                if (message.permissionedAddresses != null && message.permissionedAddresses.length)
                    for (let i = 0; i < message.permissionedAddresses.length; ++i)
                        writer.uint32(66).string(message.permissionedAddresses[i]);
                if (message.tokenMetadata != null && message.tokenMetadata.length)
                    for (let i = 0; i < message.tokenMetadata.length; ++i)
                        $root.tidepool.rollapp.TokenMetadata.encode(message.tokenMetadata[i], writer.uint32(74).fork(), _depth + 1).ldelim();
                if (message.revision != null && $Object.hasOwnProperty.call(message, "revision") && (typeof message.revision === "object" ? message.revision.low || message.revision.high : message.revision !== 0))
                    writer.uint32(8192).uint64(message.revision);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            Rollapp.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.Rollapp();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.creator = value;
                            else
                                delete message.creator;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.codeStamp = value;
                            else
                                delete message.codeStamp;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.genesisPath = value;
                            else
                                delete message.genesisPath;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.maxWithholdingBlocks = value;
                            else
                                delete message.maxWithholdingBlocks;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.maxSequencers = value;
                            else
                                delete message.maxSequencers;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            if (!(message.permissionedAddresses && message.permissionedAddresses.length))
                                message.permissionedAddresses = [];
                            message.permissionedAddresses.push(reader.stringVerify());
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            if (!(message.tokenMetadata && message.tokenMetadata.length))
                                message.tokenMetadata = [];
                            message.tokenMetadata.push($root.tidepool.rollapp.TokenMetadata.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 1024: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.revision = value;
                            else
                                delete message.revision;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Rollapp;
        })();

        rollapp.RollappSummary = (function() {

            const RollappSummary = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            RollappSummary.prototype.rollappId = "";
            RollappSummary.prototype.latestStateIndex = null;
            RollappSummary.prototype.latestFinalizedStateIndex = null;

            RollappSummary.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(10).string(message.rollappId);
                if (message.latestStateIndex != null && $Object.hasOwnProperty.call(message, "latestStateIndex"))
                    $root.tidepool.rollapp.StateInfoIndex.encode(message.latestStateIndex, writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.latestFinalizedStateIndex != null && $Object.hasOwnProperty.call(message, "latestFinalizedStateIndex"))
                    $root.tidepool.rollapp.StateInfoIndex.encode(message.latestFinalizedStateIndex, writer.uint32(26).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            RollappSummary.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.RollappSummary();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.latestStateIndex = $root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1, message.latestStateIndex);
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.latestFinalizedStateIndex = $root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1, message.latestFinalizedStateIndex);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return RollappSummary;
        })();

        rollapp.DeployerParams = (function() {

            const DeployerParams = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            DeployerParams.prototype.address = "";
            DeployerParams.prototype.maxRollapps = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            DeployerParams.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.address != null && $Object.hasOwnProperty.call(message, "address") && message.address !== "")
                    writer.uint32(10).string(message.address);
                if (message.maxRollapps != null && $Object.hasOwnProperty.call(message, "maxRollapps") && (typeof message.maxRollapps === "object" ? message.maxRollapps.low || message.maxRollapps.high : message.maxRollapps !== 0))
                    writer.uint32(16).uint64(message.maxRollapps);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            DeployerParams.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.DeployerParams();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.address = value;
                            else
                                delete message.address;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.maxRollapps = value;
                            else
                                delete message.maxRollapps;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return DeployerParams;
        })();

        rollapp.Params = (function() {

            const Params = function (properties) {
                this.deployerWhitelist = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Params.prototype.disputePeriodInBlocks = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Params.prototype.deployerWhitelist = $util.emptyArray;
            Params.prototype.rollappsEnabled = false;

            Params.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.disputePeriodInBlocks != null && $Object.hasOwnProperty.call(message, "disputePeriodInBlocks") && (typeof message.disputePeriodInBlocks === "object" ? message.disputePeriodInBlocks.low || message.disputePeriodInBlocks.high : message.disputePeriodInBlocks !== 0))
                    writer.uint32(8).uint64(message.disputePeriodInBlocks);
                if (message.deployerWhitelist != null && message.deployerWhitelist.length)
                    for (let i = 0; i < message.deployerWhitelist.length; ++i)
                        $root.tidepool.rollapp.DeployerParams.encode(message.deployerWhitelist[i], writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.rollappsEnabled != null && $Object.hasOwnProperty.call(message, "rollappsEnabled") && message.rollappsEnabled !== false)
                    writer.uint32(24).bool(message.rollappsEnabled);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            Params.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.Params();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.disputePeriodInBlocks = value;
                            else
                                delete message.disputePeriodInBlocks;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.deployerWhitelist && message.deployerWhitelist.length))
                                message.deployerWhitelist = [];
                            message.deployerWhitelist.push($root.tidepool.rollapp.DeployerParams.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.rollappsEnabled = value;
                            else
                                delete message.rollappsEnabled;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Params;
        })();

        rollapp.GenesisState = (function() {

            const GenesisState = function (properties) {
                this.rollappList = [];
                this.stateInfoList = [];
                this.latestStateInfoIndexList = [];
                this.latestFinalizedStateIndexList = [];
                this.blockHeightToFinalizationQueueList = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            GenesisState.prototype.params = null;
            GenesisState.prototype.rollappList = $util.emptyArray;
            GenesisState.prototype.stateInfoList = $util.emptyArray;
            GenesisState.prototype.latestStateInfoIndexList = $util.emptyArray;
            GenesisState.prototype.latestFinalizedStateIndexList = $util.emptyArray;
            GenesisState.prototype.blockHeightToFinalizationQueueList = $util.emptyArray;
            GenesisState.prototype.ledgerHeight = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            GenesisState.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.params != null && $Object.hasOwnProperty.call(message, "params"))
                    $root.tidepool.rollapp.Params.encode(message.params, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.rollappList != null && message.rollappList.length)
                    for (let i = 0; i < message.rollappList.length; ++i)
                        $root.tidepool.rollapp.Rollapp.encode(message.rollappList[i], writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.stateInfoList != null && message.stateInfoList.length)
                    for (let i = 0; i < message.stateInfoList.length; ++i)
                        $root.tidepool.rollapp.StateInfo.encode(message.stateInfoList[i], writer.uint32(26).fork(), _depth + 1).ldelim();
                if (message.latestStateInfoIndexList != null && message.latestStateInfoIndexList.length)
                    for (let i = 0; i < message.latestStateInfoIndexList.length; ++i)
                        $root.tidepool.rollapp.StateInfoIndex.encode(message.latestStateInfoIndexList[i], writer.uint32(34).fork(), _depth + 1).ldelim();
                if (message.latestFinalizedStateIndexList != null && message.latestFinalizedStateIndexList.length)
                    for (let i = 0; i < message.latestFinalizedStateIndexList.length; ++i)
                        $root.tidepool.rollapp.StateInfoIndex.encode(message.latestFinalizedStateIndexList[i], writer.uint32(42).fork(), _depth + 1).ldelim();
                if (message.blockHeightToFinalizationQueueList != null && message.blockHeightToFinalizationQueueList.length)
                    for (let i = 0; i < message.blockHeightToFinalizationQueueList.length; ++i)
                        $root.tidepool.rollapp.BlockHeightToFinalizationQueue.encode(message.blockHeightToFinalizationQueueList[i], writer.uint32(50).fork(), _depth + 1).ldelim();
                if (message.ledgerHeight != null && $Object.hasOwnProperty.call(message, "ledgerHeight") && (typeof message.ledgerHeight === "object" ? message.ledgerHeight.low || message.ledgerHeight.high : message.ledgerHeight !== 0))
                    writer.uint32(8192).uint64(message.ledgerHeight);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            GenesisState.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.GenesisState();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.params = $root.tidepool.rollapp.Params.decode(reader, reader.size(), $undefined, _depth + 1, message.params);
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.rollappList && message.rollappList.length))
                                message.rollappList = [];
                            message.rollappList.push($root.tidepool.rollapp.Rollapp.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.stateInfoList && message.stateInfoList.length))
                                message.stateInfoList = [];
                            message.stateInfoList.push($root.tidepool.rollapp.StateInfo.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.latestStateInfoIndexList && message.latestStateInfoIndexList.length))
                                message.latestStateInfoIndexList = [];
                            message.latestStateInfoIndexList.push($root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if (!(message.latestFinalizedStateIndexList && message.latestFinalizedStateIndexList.length))
                                message.latestFinalizedStateIndexList = [];
                            message.latestFinalizedStateIndexList.push($root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if (!(message.blockHeightToFinalizationQueueList && message.blockHeightToFinalizationQueueList.length))
                                message.blockHeightToFinalizationQueueList = [];
                            message.blockHeightToFinalizationQueueList.push($root.tidepool.rollapp.BlockHeightToFinalizationQueue.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 1024: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.ledgerHeight = value;
                            else
                                delete message.ledgerHeight;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return GenesisState;
        })();

        rollapp.PageRequest = (function() {

            const PageRequest = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            PageRequest.prototype.key = $util.newBuffer([]);
            PageRequest.prototype.offset = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            PageRequest.prototype.limit = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            PageRequest.prototype.countTotal = false;
            PageRequest.prototype.reverse = false;

            PageRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.key != null && $Object.hasOwnProperty.call(message, "key") && message.key.length)
                    writer.uint32(10).bytes(message.key);
                if (message.offset != null && $Object.hasOwnProperty.call(message, "offset") && (typeof message.offset === "object" ? message.offset.low || message.offset.high : message.offset !== 0))
                    writer.uint32(16).uint64(message.offset);
                if (message.limit != null && $Object.hasOwnProperty.call(message, "limit") && (typeof message.limit === "object" ? message.limit.low || message.limit.high : message.limit !== 0))
                    writer.uint32(24).uint64(message.limit);
                if (message.countTotal != null && $Object.hasOwnProperty.call(message, "countTotal") && message.countTotal !== false)
                    writer.uint32(32).bool(message.countTotal);
                if (message.reverse != null && $Object.hasOwnProperty.call(message, "reverse") && message.reverse !== false)
                    writer.uint32(40).bool(message.reverse);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            PageRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.PageRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.key = value;
                            else
                                delete message.key;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.offset = value;
                            else
                                delete message.offset;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.limit = value;
                            else
                                delete message.limit;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.countTotal = value;
                            else
                                delete message.countTotal;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.reverse = value;
                            else
                                delete message.reverse;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PageRequest;
        })();

        rollapp.PageResponse = (function() {

            const PageResponse = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            PageResponse.prototype.nextKey = $util.newBuffer([]);
            PageResponse.prototype.total = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            PageResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.nextKey != null && $Object.hasOwnProperty.call(message, "nextKey") && message.nextKey.length)
                    writer.uint32(10).bytes(message.nextKey);
                if (message.total != null && $Object.hasOwnProperty.call(message, "total") && (typeof message.total === "object" ? message.total.low || message.total.high : message.total !== 0))
                    writer.uint32(16).uint64(message.total);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            PageResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.PageResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.bytes()).length)
                                message.nextKey = value;
                            else
                                delete message.nextKey;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.total = value;
                            else
                                delete message.total;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return PageResponse;
        })();

        rollapp.QueryParamsRequest = (function() {

            const QueryParamsRequest = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryParamsRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryParamsRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryParamsRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    reader.skipType(tag & 7, _depth, tag >>> 3);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryParamsRequest;
        })();

        rollapp.QueryParamsResponse = (function() {

            const QueryParamsResponse = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryParamsResponse.prototype.params = null;

            QueryParamsResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.params != null && $Object.hasOwnProperty.call(message, "params"))
                    $root.tidepool.rollapp.Params.encode(message.params, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryParamsResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryParamsResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.params = $root.tidepool.rollapp.Params.decode(reader, reader.size(), $undefined, _depth + 1, message.params);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryParamsResponse;
        })();

        rollapp.QueryGetRollappRequest = (function() {

            const QueryGetRollappRequest = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryGetRollappRequest.prototype.rollappId = "";

            QueryGetRollappRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(10).string(message.rollappId);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryGetRollappRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryGetRollappRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryGetRollappRequest;
        })();

        rollapp.QueryGetRollappByEIP155Request = (function() {

            const QueryGetRollappByEIP155Request = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryGetRollappByEIP155Request.prototype.eip155 = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            QueryGetRollappByEIP155Request.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.eip155 != null && $Object.hasOwnProperty.call(message, "eip155") && (typeof message.eip155 === "object" ? message.eip155.low || message.eip155.high : message.eip155 !== 0))
                    writer.uint32(8).uint64(message.eip155);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryGetRollappByEIP155Request.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryGetRollappByEIP155Request();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.eip155 = value;
                            else
                                delete message.eip155;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryGetRollappByEIP155Request;
        })();

        rollapp.QueryGetRollappResponse = (function() {

            const QueryGetRollappResponse = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryGetRollappResponse.prototype.rollapp = null;
            QueryGetRollappResponse.prototype.latestStateIndex = null;
            QueryGetRollappResponse.prototype.latestFinalizedStateIndex = null;

            QueryGetRollappResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollapp != null && $Object.hasOwnProperty.call(message, "rollapp"))
                    $root.tidepool.rollapp.Rollapp.encode(message.rollapp, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.latestStateIndex != null && $Object.hasOwnProperty.call(message, "latestStateIndex"))
                    $root.tidepool.rollapp.StateInfoIndex.encode(message.latestStateIndex, writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.latestFinalizedStateIndex != null && $Object.hasOwnProperty.call(message, "latestFinalizedStateIndex"))
                    $root.tidepool.rollapp.StateInfoIndex.encode(message.latestFinalizedStateIndex, writer.uint32(26).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryGetRollappResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryGetRollappResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.rollapp = $root.tidepool.rollapp.Rollapp.decode(reader, reader.size(), $undefined, _depth + 1, message.rollapp);
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.latestStateIndex = $root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1, message.latestStateIndex);
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.latestFinalizedStateIndex = $root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1, message.latestFinalizedStateIndex);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryGetRollappResponse;
        })();

        rollapp.QueryAllRollappRequest = (function() {

            const QueryAllRollappRequest = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryAllRollappRequest.prototype.pagination = null;

            QueryAllRollappRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.pagination != null && $Object.hasOwnProperty.call(message, "pagination"))
                    $root.tidepool.rollapp.PageRequest.encode(message.pagination, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryAllRollappRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryAllRollappRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.pagination = $root.tidepool.rollapp.PageRequest.decode(reader, reader.size(), $undefined, _depth + 1, message.pagination);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryAllRollappRequest;
        })();

        rollapp.QueryAllRollappResponse = (function() {

            const QueryAllRollappResponse = function (properties) {
                this.rollapp = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryAllRollappResponse.prototype.rollapp = $util.emptyArray;
            QueryAllRollappResponse.prototype.pagination = null;

            QueryAllRollappResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollapp != null && message.rollapp.length)
                    for (let i = 0; i < message.rollapp.length; ++i)
                        $root.tidepool.rollapp.RollappSummary.encode(message.rollapp[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.pagination != null && $Object.hasOwnProperty.call(message, "pagination"))
                    $root.tidepool.rollapp.PageResponse.encode(message.pagination, writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryAllRollappResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryAllRollappResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.rollapp && message.rollapp.length))
                                message.rollapp = [];
                            message.rollapp.push($root.tidepool.rollapp.RollappSummary.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.pagination = $root.tidepool.rollapp.PageResponse.decode(reader, reader.size(), $undefined, _depth + 1, message.pagination);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryAllRollappResponse;
        })();

        rollapp.QueryGetLatestStateIndexRequest = (function() {

            const QueryGetLatestStateIndexRequest = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryGetLatestStateIndexRequest.prototype.rollappId = "";
            QueryGetLatestStateIndexRequest.prototype.finalized = false;

            QueryGetLatestStateIndexRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(10).string(message.rollappId);
                if (message.finalized != null && $Object.hasOwnProperty.call(message, "finalized") && message.finalized !== false)
                    writer.uint32(16).bool(message.finalized);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryGetLatestStateIndexRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryGetLatestStateIndexRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.finalized = value;
                            else
                                delete message.finalized;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryGetLatestStateIndexRequest;
        })();

        rollapp.QueryGetLatestStateIndexResponse = (function() {

            const QueryGetLatestStateIndexResponse = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryGetLatestStateIndexResponse.prototype.stateIndex = null;

            QueryGetLatestStateIndexResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.stateIndex != null && $Object.hasOwnProperty.call(message, "stateIndex"))
                    $root.tidepool.rollapp.StateInfoIndex.encode(message.stateIndex, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryGetLatestStateIndexResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryGetLatestStateIndexResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.stateIndex = $root.tidepool.rollapp.StateInfoIndex.decode(reader, reader.size(), $undefined, _depth + 1, message.stateIndex);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryGetLatestStateIndexResponse;
        })();

        rollapp.QueryGetStateInfoRequest = (function() {

            const QueryGetStateInfoRequest = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryGetStateInfoRequest.prototype.rollappId = "";
            QueryGetStateInfoRequest.prototype.index = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            QueryGetStateInfoRequest.prototype.height = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            QueryGetStateInfoRequest.prototype.finalized = false;

            QueryGetStateInfoRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(10).string(message.rollappId);
                if (message.index != null && $Object.hasOwnProperty.call(message, "index") && (typeof message.index === "object" ? message.index.low || message.index.high : message.index !== 0))
                    writer.uint32(16).uint64(message.index);
                if (message.height != null && $Object.hasOwnProperty.call(message, "height") && (typeof message.height === "object" ? message.height.low || message.height.high : message.height !== 0))
                    writer.uint32(24).uint64(message.height);
                if (message.finalized != null && $Object.hasOwnProperty.call(message, "finalized") && message.finalized !== false)
                    writer.uint32(32).bool(message.finalized);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryGetStateInfoRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryGetStateInfoRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.index = value;
                            else
                                delete message.index;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.height = value;
                            else
                                delete message.height;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.finalized = value;
                            else
                                delete message.finalized;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryGetStateInfoRequest;
        })();

        rollapp.QueryGetStateInfoResponse = (function() {

            const QueryGetStateInfoResponse = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryGetStateInfoResponse.prototype.stateInfo = null;

            QueryGetStateInfoResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.stateInfo != null && $Object.hasOwnProperty.call(message, "stateInfo"))
                    $root.tidepool.rollapp.StateInfo.encode(message.stateInfo, writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryGetStateInfoResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryGetStateInfoResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.stateInfo = $root.tidepool.rollapp.StateInfo.decode(reader, reader.size(), $undefined, _depth + 1, message.stateInfo);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryGetStateInfoResponse;
        })();

        rollapp.QueryAllStateInfoRequest = (function() {

            const QueryAllStateInfoRequest = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryAllStateInfoRequest.prototype.rollappId = "";
            QueryAllStateInfoRequest.prototype.pagination = null;

            QueryAllStateInfoRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.rollappId != null && $Object.hasOwnProperty.call(message, "rollappId") && message.rollappId !== "")
                    writer.uint32(10).string(message.rollappId);
                if (message.pagination != null && $Object.hasOwnProperty.call(message, "pagination"))
                    $root.tidepool.rollapp.PageRequest.encode(message.pagination, writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryAllStateInfoRequest.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryAllStateInfoRequest();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.rollappId = value;
                            else
                                delete message.rollappId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.pagination = $root.tidepool.rollapp.PageRequest.decode(reader, reader.size(), $undefined, _depth + 1, message.pagination);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryAllStateInfoRequest;
        })();

        rollapp.QueryAllStateInfoResponse = (function() {

            const QueryAllStateInfoResponse = function (properties) {
                this.stateInfo = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryAllStateInfoResponse.prototype.stateInfo = $util.emptyArray;
            QueryAllStateInfoResponse.prototype.pagination = null;

            QueryAllStateInfoResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.stateInfo != null && message.stateInfo.length)
                    for (let i = 0; i < message.stateInfo.length; ++i)
                        $root.tidepool.rollapp.StateInfoSummary.encode(message.stateInfo[i], writer.uint32(10).fork(), _depth + 1).ldelim();
                if (message.pagination != null && $Object.hasOwnProperty.call(message, "pagination"))
                    $root.tidepool.rollapp.PageResponse.encode(message.pagination, writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryAllStateInfoResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryAllStateInfoResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.stateInfo && message.stateInfo.length))
                                message.stateInfo = [];
                            message.stateInfo.push($root.tidepool.rollapp.StateInfoSummary.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.pagination = $root.tidepool.rollapp.PageResponse.decode(reader, reader.size(), $undefined, _depth + 1, message.pagination);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryAllStateInfoResponse;
        })();

        rollapp.QueryObsoleteDRSVersionsResponse = (function() {

            const QueryObsoleteDRSVersionsResponse = function (properties) {
                this.drsVersions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            QueryObsoleteDRSVersionsResponse.prototype.drsVersions = $util.emptyArray;

            QueryObsoleteDRSVersionsResponse.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.drsVersions != null && message.drsVersions.length)
                    writer.uint32(10).uint32s(message.drsVersions);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            QueryObsoleteDRSVersionsResponse.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.tidepool.rollapp.QueryObsoleteDRSVersionsResponse();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType === 2) {
                                if (!(message.drsVersions && message.drsVersions.length))
                                    message.drsVersions = [];
                                reader.uint32s(message.drsVersions);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.drsVersions && message.drsVersions.length))
                                message.drsVersions = [];
                            message.drsVersions.push(reader.uint32());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return QueryObsoleteDRSVersionsResponse;
        })();

        return rollapp;
    })();

    return tidepool;
})();
