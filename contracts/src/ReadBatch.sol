// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// @title Several reads in one `eth_call`.
/// @notice Never deployed. A call that creates it runs the constructor, which returns the answers in place of code.
contract ReadBatch {
    struct Read {
        address target;
        bytes data;
    }

    /// @notice The read at this index reverted.
    error ReadFailed(uint256 index);

    constructor(Read[] memory reads) {
        bytes[] memory answers = new bytes[](reads.length);
        for (uint256 i = 0; i < reads.length; i++) {
            (bool succeeded, bytes memory answer) = reads[i].target.staticcall(reads[i].data);
            if (!succeeded) revert ReadFailed(i);
            answers[i] = answer;
        }
        bytes memory encoded = abi.encode(answers);
        assembly ("memory-safe") {
            return(add(encoded, 32), mload(encoded))
        }
    }
}
